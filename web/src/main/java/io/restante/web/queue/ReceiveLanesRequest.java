package io.restante.web.queue;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import io.restante.queue.QueueAddress;
import io.restante.queue.ReceiveRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What a consumer asks of up to eight queues, one after the other. */
public record ReceiveLanesRequest(String requestId, List<Lane> lanes) {
  private static final int MOST_LANES = 8;

  /** What it asks of one of them. */
  public record Lane(
      String queue, String requestId, Integer maxMessages, Integer maxBytes, Integer leaseSeconds) {
    private Asked asked(String domain) {
      return new Asked(
          new QueueAddress(domain, queue),
          ReceiveBody.request(
              Identifiers.require("requestId", requestId), maxMessages, maxBytes, leaseSeconds));
    }
  }

  /** One of them, well-formed. */
  record Asked(QueueAddress queue, ReceiveRequest request) {}

  /**
   * All of them.
   *
   * @throws ValidationFailedException if one is malformed, two are alike, or they ask too much
   *     together
   */
  List<Asked> toAsked(String domain) {
    Identifiers.require("requestId", requestId);
    if (lanes == null
        || lanes.isEmpty()
        || lanes.size() > MOST_LANES
        || lanes.stream().anyMatch(Objects::isNull)) {
      throw new ValidationFailedException("lanes", "must be 1 to " + MOST_LANES + " objects");
    }
    List<Asked> asked = new ArrayList<>();
    Set<QueueAddress> queues = new HashSet<>();
    Set<String> ids = new HashSet<>(Set.of(requestId));
    long messages = 0;
    long bytes = 0;
    for (int i = 0; i < lanes.size(); i++) {
      Asked lane = asked(domain, i);
      if (!queues.add(lane.queue())) {
        throw new ValidationFailedException("lanes[" + i + "].queue", "must be in one lane only");
      }
      if (!ids.add(lane.request().requestId())) {
        throw new ValidationFailedException(
            "lanes[" + i + "].requestId", "must be used once in the request");
      }
      messages += lane.request().maxMessages();
      bytes += lane.request().maxBytes();
      asked.add(lane);
    }
    requireAtMost("maxMessages", messages, ReceiveRequest.MAX_MESSAGES);
    requireAtMost("maxBytes", bytes, ReceiveRequest.MAX_BYTES);
    return asked;
  }

  private Asked asked(String domain, int lane) {
    try {
      return lanes.get(lane).asked(domain);
    } catch (ValidationFailedException e) {
      throw e.in("lanes[" + lane + "]");
    }
  }

  private static void requireAtMost(String field, long sum, long most) {
    if (sum > most) {
      throw new ValidationFailedException(field, "must be at most " + most + " in all lanes");
    }
  }
}
