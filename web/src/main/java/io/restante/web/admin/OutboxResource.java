package io.restante.web.admin;

import io.restante.outbox.OutboxAdministration;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.OpenApiRefusals;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.Limited;
import io.restante.web.request.QueryNumbers;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** What is to be carried out after commits, and what of it was given up. Requirement 002. */
@Path("/v1/admin/outbox")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "Administration")
public class OutboxResource {
  @Inject private OutboxAdministration outbox;
  @Inject private Writes writes;

  @GET
  @Operation(
      summary = "Count the outbox events by type and state",
      description = "With the 100 newest that were given up.")
  public OutboxView show(@Context HttpServletRequest http) {
    return OutboxView.of(outbox.state(RequestFacts.of(http).caller()));
  }

  @POST
  @Path("{event}/retry")
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT")
  @Operation(summary = "Try an event again that was given up")
  @APIResponse(responseCode = "204", description = "It is pending again")
  public Response retry(@PathParam("event") String event, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    long id = QueryNumbers.parse("event", event, 0, 1, Long.MAX_VALUE);
    return writes.run(facts, () -> outbox.retry(facts.caller(), id));
  }
}
