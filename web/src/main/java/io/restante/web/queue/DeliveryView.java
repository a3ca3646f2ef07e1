package io.restante.web.queue;

import io.restante.error.RestanteException;
import io.restante.queue.Delivery;
import io.restante.web.error.Problem;
import io.restante.web.json.RawJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One attempt to process a message.
 *
 * @param payload as it was sent
 * @param token finishes the attempt
 * @param fence higher than that of every earlier delivery of the queue
 */
public record DeliveryView(
    String messageId,
    @Schema(implementation = Object.class) RawJson payload,
    Map<String, String> headers,
    String orderingKey,
    String token,
    long fence,
    int attempt,
    Instant leaseUntil,
    int generation) {
  static DeliveryView of(Delivery delivery) {
    return new DeliveryView(
        delivery.messageId(),
        new RawJson(delivery.payload()),
        delivery.headers(),
        delivery.orderingKey(),
        delivery.token(),
        delivery.fence(),
        delivery.attempt(),
        delivery.leaseUntil(),
        delivery.generation());
  }

  static List<DeliveryView> of(List<Delivery> deliveries) {
    return deliveries.stream().map(DeliveryView::of).toList();
  }

  /** What a receive got. */
  public record Received(List<DeliveryView> deliveries) {}

  /** What became of a lane. */
  public enum Outcome {
    /** It got what the answer says; perhaps nothing. */
    COMMITTED,
    /** Nothing was leased. */
    REJECTED,
    /** It may have leased something: ask it again with its requestId. */
    UNKNOWN,
    /** One before it is unknown, or the caller had gone. */
    NOT_ATTEMPTED
  }

  /** One lane. */
  public record Lane(
      String queue, Outcome outcome, List<DeliveryView> deliveries, Problem problem) {
    static Lane committed(String queue, List<Delivery> deliveries) {
      return new Lane(queue, Outcome.COMMITTED, of(deliveries), null);
    }

    static Lane failed(String queue, Outcome outcome, RestanteException why, String requestId) {
      return new Lane(queue, outcome, null, Problem.of(why, requestId));
    }

    static Lane notAttempted(String queue) {
      return new Lane(queue, Outcome.NOT_ATTEMPTED, null, null);
    }
  }

  /** All lanes, in order. */
  public record Lanes(List<Lane> lanes) {}
}
