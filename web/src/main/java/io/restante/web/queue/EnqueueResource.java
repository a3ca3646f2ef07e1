package io.restante.web.queue;

import io.restante.idempotency.Answer;
import io.restante.idempotency.Keep;
import io.restante.idempotency.StoredAnswer;
import io.restante.pipeline.Decision;
import io.restante.queue.EnqueueReceipt;
import io.restante.queue.OutgoingMessage;
import io.restante.queue.QueueAddress;
import io.restante.queue.QueueService;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.OpenApiRefusals;
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
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.extensions.Extension;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Sending messages. The answer is given after the commit. Requirement 001. */
@Path("/v1/domains/{domain}/queues/{queue}/messages")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Messages")
public class EnqueueResource {
  /** A body of 1 MiB, also where much of it is escaped. */
  private static final int SINGLE_LIMIT = 2 << 20;

  @Inject private QueueService queues;
  @Inject private Idempotency idempotency;

  @POST
  @BodyLimit(SINGLE_LIMIT)
  @Limited(RateLimit.SUBMIT)
  @Extension(name = OpenApiRefusals.ALSO, value = "CONFLICT RESOURCE_EXHAUSTED")
  @Operation(
      summary = "Send a message",
      description =
          "Safe to repeat with an Idempotency-Key; without one, the second time its id is taken.")
  @APIResponse(
      responseCode = "201",
      description = "Stored",
      content = @Content(schema = @Schema(implementation = EnqueueView.class)))
  public CompletionStage<Response> enqueue(
      @PathParam("domain") String domain,
      @PathParam("queue") String queue,
      EnqueueRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    EnqueueRequest.requireNoQueue(request);
    OutgoingMessage message = request.toMessage(new QueueAddress(domain, queue));
    Answer.Renderer<List<Decision<EnqueueReceipt>>> renderer =
        outcome -> single(outcome.get(0), facts);
    return queues
        .enqueue(
            facts.caller(),
            List.of(Decision.of(message)),
            idempotency.key(facts, request).map(key -> new Keep<>(key, renderer)))
        .thenApply(EnqueueResource::throwRefusal)
        .thenApply(answer -> Responses.of(answer, renderer::render));
  }

  /** A refusal goes the way of all refusals, which knows its headers. */
  private static Answer<List<Decision<EnqueueReceipt>>> throwRefusal(
      Answer<List<Decision<EnqueueReceipt>>> answer) {
    if (!answer.replayed() && answer.outcome().get(0).refusal() != null) {
      throw answer.outcome().get(0).refusal();
    }
    return answer;
  }

  private static StoredAnswer single(Decision<EnqueueReceipt> decision, RequestFacts facts) {
    return decision.refusal() == null
        ? Responses.json(EnqueueView.STORED, EnqueueView.of(decision.result()))
        : Responses.problem(decision.refusal(), facts.requestId());
  }
}
