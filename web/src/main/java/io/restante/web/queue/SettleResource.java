package io.restante.web.queue;

import io.restante.idempotency.Answer;
import io.restante.idempotency.Keep;
import io.restante.pipeline.Decision;
import io.restante.queue.MessageState;
import io.restante.queue.QueueAddress;
import io.restante.queue.QueueService;
import io.restante.queue.Settlement;
import io.restante.web.idempotency.Idempotency;
import io.restante.web.idempotency.Responses;
import io.restante.web.request.BodyLimit;
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
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Settling deliveries, each by its token. Requirement 001. */
@Path("/v1/domains/{domain}/queues/{queue}/deliveries")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Messages")
public class SettleResource {
  /** A hundred of the longest tokens, and what surrounds them. */
  private static final int LIMIT = 256 << 10;

  @Inject private QueueService queues;
  @Inject private Idempotency idempotency;

  @POST
  @Path("ack")
  @BodyLimit(LIMIT)
  @Operation(summary = "Finish up to 100 deliveries: their messages are done")
  @APIResponse(
      responseCode = "200",
      description = "What became of each, in order",
      content = @Content(schema = @Schema(implementation = SettleView.class)))
  public CompletionStage<Response> ack(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      SettleRequest request,
      @Context HttpServletRequest http) {
    return settle(Settlement.ACK, new QueueAddress(domain, queue), request, http);
  }

  @POST
  @Path("nack")
  @BodyLimit(LIMIT)
  @Operation(summary = "Say of up to 100 deliveries that they failed: again later, or parked")
  @APIResponse(
      responseCode = "200",
      description = "What became of each, in order",
      content = @Content(schema = @Schema(implementation = SettleView.class)))
  public CompletionStage<Response> nack(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      SettleRequest request,
      @Context HttpServletRequest http) {
    return settle(Settlement.NACK, new QueueAddress(domain, queue), request, http);
  }

  @POST
  @Path("renew")
  @BodyLimit(LIMIT)
  @Operation(summary = "Have the leases of up to 100 deliveries last `leaseSeconds` from now on")
  @APIResponse(
      responseCode = "200",
      description = "What became of each, in order",
      content = @Content(schema = @Schema(implementation = SettleView.class)))
  public CompletionStage<Response> renew(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      SettleRequest request,
      @Context HttpServletRequest http) {
    return settle(Settlement.RENEW, new QueueAddress(domain, queue), request, http);
  }

  @POST
  @Path("release")
  @BodyLimit(LIMIT)
  @Operation(
      summary = "Give up to 100 deliveries back unprocessed, as if they had not been handed out")
  @APIResponse(
      responseCode = "200",
      description = "What became of each, in order",
      content = @Content(schema = @Schema(implementation = SettleView.class)))
  public CompletionStage<Response> release(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      SettleRequest request,
      @Context HttpServletRequest http) {
    return settle(Settlement.RELEASE, new QueueAddress(domain, queue), request, http);
  }

  private CompletionStage<Response> settle(
      Settlement settlement, QueueAddress queue, SettleRequest request, HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    Answer.Renderer<List<Decision<MessageState>>> renderer =
        outcome -> Responses.json(200, SettleView.of(outcome));
    return queues
        .settle(
            facts.caller(),
            queue,
            settlement,
            request.toDeliveries(settlement),
            idempotency.key(facts, request).map(key -> new Keep<>(key, renderer)))
        .thenApply(answer -> Responses.of(answer, renderer::render));
  }
}
