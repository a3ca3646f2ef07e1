package io.restante.web.queue;

import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.queue.Delivery;
import io.restante.queue.QueueService;
import io.restante.ratelimit.RateLimit;
import io.restante.web.error.ProblemMapper;
import io.restante.web.request.ClientPresence;
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
    return next(new Lanes(facts, request.toAsked(domain), ClientPresence.current()), List.of());
  }

  /** A receive has its requestId, whose answer is checked anew; a kept answer would be stale. */
  static void requireNoKey(RequestFacts facts) {
    if (facts.idempotencyKey().isPresent()) {
      throw new ValidationFailedException(
          "Idempotency-Key", "must be absent here: a requestId stands for it");
    }
  }

  /** What a request asks for. */
  private record Lanes(
      RequestFacts facts, List<ReceiveLanesRequest.Asked> asked, ClientPresence client) {}

  /** Goes on with the next lane, unless that would be for nothing. */
  private CompletionStage<DeliveryView.Lanes> next(Lanes lanes, List<DeliveryView.Lane> done) {
    if (done.size() == lanes.asked().size()) {
      return CompletableFuture.completedStage(new DeliveryView.Lanes(done));
    }
    if (isOver(done) || (!done.isEmpty() && !isThere(lanes.client()))) {
      return next(lanes, with(done, DeliveryView.Lane.notAttempted(name(lanes, done))));
    }
    ReceiveLanesRequest.Asked lane = lanes.asked().get(done.size());
    return receive(lanes.facts().caller(), lane)
        .handle((deliveries, failure) -> outcome(lanes.facts(), lane, deliveries, failure))
        .thenCompose(outcome -> next(lanes, with(done, outcome)));
  }

  private static boolean isOver(List<DeliveryView.Lane> done) {
    return done.stream()
        .map(DeliveryView.Lane::outcome)
        .anyMatch(
            outcome ->
                outcome == DeliveryView.Outcome.UNKNOWN
                    || outcome == DeliveryView.Outcome.NOT_ATTEMPTED);
  }

  /** A connection that cannot be looked at is not worth another lane; those before are told. */
  private static boolean isThere(ClientPresence client) {
    try {
      return client.isThere();
    } catch (RuntimeException broken) {
      return false;
    }
  }

  private static String name(Lanes lanes, List<DeliveryView.Lane> done) {
    return lanes.asked().get(done.size()).queue().queue();
  }

  private static List<DeliveryView.Lane> with(
      List<DeliveryView.Lane> done, DeliveryView.Lane outcome) {
    List<DeliveryView.Lane> lanes = new ArrayList<>(done);
    lanes.add(outcome);
    return lanes;
  }

  /** What fails before it is under way is an outcome of the lane like any other. */
  private CompletionStage<List<Delivery>> receive(Caller caller, ReceiveLanesRequest.Asked lane) {
    try {
      return queues.receive(caller, lane.queue(), lane.request(), Duration.ZERO, () -> true);
    } catch (RuntimeException failure) {
      return CompletableFuture.failedStage(failure);
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
