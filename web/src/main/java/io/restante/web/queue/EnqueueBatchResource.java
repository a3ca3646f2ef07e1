package io.restante.web.queue;

import io.restante.idempotency.Answer;
import io.restante.idempotency.Keep;
import io.restante.idempotency.StoredAnswer;
import io.restante.pipeline.Decision;
import io.restante.queue.EnqueueReceipt;
import io.restante.queue.OutgoingMessage;
import io.restante.queue.QueueService;
import io.restante.ratelimit.RateLimit;
import io.restante.ratelimit.RateLimits;
import io.restante.web.idempotency.Idempotency;
import io.restante.web.idempotency.Responses;
import io.restante.web.request.BodyLimit;
import io.restante.web.request.Limited;
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
import java.util.stream.IntStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Sending messages to many queues at once. Requirement 001. */
@Path("/v1/domains/{domain}/messages")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Messages")
public class EnqueueBatchResource {
  /** A hundred bodies of the default limit, 256 KiB, and what surrounds them. */
  private static final int BATCH_LIMIT = 40 << 20;

  @Inject private QueueService queues;
  @Inject private Idempotency idempotency;
  @Inject private RateLimits limits;

  @POST
  @BodyLimit(BATCH_LIMIT)
  @Limited(RateLimit.SUBMIT)
  @Operation(
      summary = "Send up to 100 messages, each decided by itself",
      description =
          "Each item names its queue. The answer has an item for each, in order, with the status"
              + " that the single route would have answered. All items count for the rate.")
  @APIResponse(
      responseCode = "200",
      description = "What became of each",
      content = @Content(schema = @Schema(implementation = EnqueueView.Batch.class)))
  public CompletionStage<Response> enqueueBatch(
      @PathParam("domain") String domain,
      EnqueueBatchRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    List<Decision<OutgoingMessage>> messages = request.toMessages(domain);
    limits.takeMore(RateLimit.SUBMIT, facts.caller().principalId(), messages.size() - 1);
    Answer.Renderer<List<Decision<EnqueueReceipt>>> renderer =
        outcome -> batch(outcome, request, facts);
    return queues
        .enqueue(
            facts.caller(),
            messages,
            idempotency.key(facts, request).map(key -> new Keep<>(key, renderer)))
        .thenApply(answer -> Responses.of(answer, renderer::render));
  }

  private static StoredAnswer batch(
      List<Decision<EnqueueReceipt>> outcome, EnqueueBatchRequest request, RequestFacts facts) {
    return Responses.json(
        200,
        new EnqueueView.Batch(
            IntStream.range(0, outcome.size())
                .mapToObj(
                    i ->
                        EnqueueView.Item.of(
                            outcome.get(i), request.messageId(i), facts.requestId()))
                .toList()));
  }
}
