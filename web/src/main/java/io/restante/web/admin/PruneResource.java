package io.restante.web.admin;

import io.restante.error.ValidationFailedException;
import io.restante.mailbox.TombstonePruning;
import io.restante.ratelimit.RateLimit;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.Limited;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Pruning by hand. Requirement 000. */
@Path("/v1/admin/prune")
@ApplicationScoped
@Limited(RateLimit.ADMINISTRATION)
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Administration")
public class PruneResource {
  @Inject private TombstonePruning pruning;
  @Inject private Writes writes;

  @POST
  @Operation(
      summary = "Prune tombstones of this age or older, now",
      description = "Never a pending envelope. What is pruned may be submitted anew.")
  @APIResponse(
      responseCode = "200",
      description = "How many are gone",
      content = @Content(schema = @Schema(implementation = PruneView.class)))
  public Response prune(PruneRequest request, @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    if (request.maxAgeSeconds() == null) {
      throw new ValidationFailedException("maxAgeSeconds", "must be present");
    }
    return writes.runInPieces(
        facts,
        request,
        () -> pruning.now(facts.caller(), request.maxAgeSeconds()),
        pruned -> Responses.json(200, new PruneView(pruned)));
  }
}
