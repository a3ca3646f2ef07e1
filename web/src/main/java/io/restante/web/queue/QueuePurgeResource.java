package io.restante.web.queue;

import io.restante.queue.MessageAdministration;
import io.restante.queue.QueueAddress;
import io.restante.queue.QueuePurge;
import io.restante.web.idempotency.Responses;
import io.restante.web.idempotency.Writes;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Taking out of a queue what nobody is to process any more. Requirement 001. */
@Path("/v1/domains/{domain}/queues/{queue}/purge")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Queues")
public class QueuePurgeResource {
  @Inject private QueuePurge purge;
  @Inject private MessageAdministration messages;
  @Inject private Writes writes;

  @POST
  @Operation(
      summary = "Cancel what is ready or scheduled and was sent by an instant",
      description =
          "Leased and parked messages stay, and are counted. Safe to repeat, and to be repeated"
              + " while `hasMore`.")
  @APIResponse(
      responseCode = "200",
      description = "What was done",
      content = @Content(schema = @Schema(implementation = PurgeView.class)))
  public Response purge(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      PurgeRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    QueueAddress address = new QueueAddress(domain, queue);
    Instant before = request.cut();
    return writes.runInPieces(
        facts,
        request,
        () -> purge.run(facts.caller(), address, before),
        done ->
            Responses.json(
                200,
                PurgeView.of(
                    messages.recordPurge(
                        facts.caller(), address, done.before(), done.purged(), done.hasMore()))));
  }
}
