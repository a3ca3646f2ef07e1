package io.restante.web.domain;

import io.restante.change.Change;
import io.restante.domain.DomainService;
import io.restante.domain.DomainState;
import io.restante.ratelimit.RateLimit;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.Limited;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Domains, for administrators. Requirement 001. */
@Path("/v1/domains")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Administration")
public class DomainResource {
  @Inject private DomainService domains;
  @Inject private Writes writes;

  @PUT
  @Path("{domain}")
  @Operation(summary = "Make a domain, unless it exists")
  @APIResponse(
      responseCode = "200",
      description = "Existed",
      content = @Content(schema = @Schema(implementation = DomainView.class)))
  @APIResponse(
      responseCode = "201",
      description = "Made",
      content = @Content(schema = @Schema(implementation = DomainView.class)))
  public Response put(
      @PathParam("domain") String domain, DomainRequest request, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    return writes.run(
        facts,
        request,
        () -> {
          Change<DomainState> change = domains.ensure(facts.caller(), domain);
          return Responses.json(change.created() ? 201 : 200, DomainView.of(change.state()));
        });
  }

  @GET
  @Operation(summary = "List the domains")
  public DomainView.Page list(@Context HttpServletRequest http) {
    return new DomainView.Page(
        domains.list(RequestFacts.of(http).caller()).stream().map(DomainView::of).toList());
  }
}
