package io.restante.web.queue;

import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.queue.Delivery;
import io.restante.queue.QueueService;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.ProblemMapper;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/**
 * Leasing messages of several queues, one after the other: each lane is its own commit and has its
 * own outcome. None waits for messages. Requirement 001.
 */
@Path("/v1/domains/{domain}/receive")
@ApplicationScoped
@Produces(MediaType.APPLICATION_JSON)
@Consumes(MediaType.APPLICATION_JSON)
@Tag(name = "Messages")
public class ReceiveLanesResource {
  @Inject private QueueService queues;

  @POST
  @Limited(RateLimit.READ)
  @Operation(
      summary = "Lease the next messages of up to eight queues, each by itself",
      description =
          "The answer has a lane for each, in order. Safe to repeat: each lane has its `requestId`."
              + " An Idempotency-Key is refused.")
  public CompletionStage<DeliveryView.Lanes> receive(
      @PathParam("domain") String domain,
      ReceiveLanesRequest request,
      @Context HttpServletRequest http) {
    RequestFacts facts = RequestFacts.of(http);
    requireNoKey(facts);
    return next(facts, request.toAsked(domain), new ArrayList<>());
  }

  /** A receive has its requestId, whose answer is checked anew; a kept answer would be stale. */
  static void requireNoKey(RequestFacts facts) {
    if (facts.idempotencyKey().isPresent()) {
      throw new ValidationFailedException(
          "Idempotency-Key", "must be absent here: a requestId stands for it");
    }
  }

  private CompletionStage<DeliveryView.Lanes> next(
      RequestFacts facts, List<ReceiveLanesRequest.Asked> lanes, List<DeliveryView.Lane> done) {
    if (done.size() == lanes.size()) {
      return CompletableFuture.completedStage(new DeliveryView.Lanes(done));
    }
    ReceiveLanesRequest.Asked lane = lanes.get(done.size());
    return receive(facts.caller(), lane)
        .handle((deliveries, failure) -> outcome(facts, lane, deliveries, failure))
        .thenCompose(
            outcome -> {
              done.add(outcome);
              if (outcome.outcome() == DeliveryView.Outcome.UNKNOWN) {
                lanes.subList(done.size(), lanes.size()).stream()
                    .map(left -> DeliveryView.Lane.notAttempted(left.queue().queue()))
                    .forEach(done::add);
              }
              return next(facts, lanes, done);
            });
  }

  private CompletionStage<List<Delivery>> receive(Caller caller, ReceiveLanesRequest.Asked lane) {
    try {
      return queues.receive(caller, lane.queue(), lane.request(), Duration.ZERO, () -> true);
    } catch (RestanteException refusal) {
      return CompletableFuture.failedStage(refusal);
    }
  }

  /** Only a refusal says that nothing was done; of all else that is not known. */
  private static DeliveryView.Lane outcome(
      RequestFacts facts,
      ReceiveLanesRequest.Asked lane,
      List<Delivery> deliveries,
      Throwable failure) {
    String queue = lane.queue().queue();
    if (failure == null) {
      return DeliveryView.Lane.committed(queue, deliveries);
    }
    RestanteException refusal = ProblemMapper.refusal(failure, facts.requestId());
    boolean unknown =
        refusal.code() == ErrorCode.UNKNOWN_OUTCOME || refusal.code() == ErrorCode.INTERNAL;
    return DeliveryView.Lane.failed(
        queue,
        unknown ? DeliveryView.Outcome.UNKNOWN : DeliveryView.Outcome.REJECTED,
        refusal,
        facts.requestId());
  }
}
