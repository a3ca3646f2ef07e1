package io.restante.web.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.identifier.Identifiers;
import io.restante.pipeline.Decision;
import io.restante.queue.OutgoingMessage;
import io.restante.queue.QueueAddress;
import io.restante.web.request.Items;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Messages to send, 1 to 100, each decided by itself. */
public record EnqueueBatchRequest(List<EnqueueRequest> items) {
  /**
   * Each item as it can be sent, or why it cannot. Of one ordering key nothing is sent after one
   * that cannot be.
   */
  List<Decision<OutgoingMessage>> toMessages(String domain) {
    Identifiers.require("domain", domain);
    Set<OrderingKey> refused = new HashSet<>();
    return Items.require(items).stream().map(item -> toMessage(domain, item, refused)).toList();
  }

  /** The item's messageId, unless it is none. */
  String messageId(int item) {
    String messageId = items.get(item).messageId();
    return Identifiers.isValid(messageId) ? messageId : null;
  }

  private static Decision<OutgoingMessage> toMessage(
      String domain, EnqueueRequest item, Set<OrderingKey> refused) {
    OrderingKey key = new OrderingKey(item.queue(), item.orderingKey());
    Decision<OutgoingMessage> decision =
        Decision.from(
            () -> {
              OutgoingMessage message = item.toMessage(new QueueAddress(domain, item.queue()));
              if (refused.contains(key)) {
                throw new RestanteException(
                    ErrorCode.CONFLICT, "An earlier message of its ordering key was refused.");
              }
              return message;
            });
    if (decision.refusal() != null && item.orderingKey() != null) {
      refused.add(key);
    }
    return decision;
  }

  private record OrderingKey(String queue, String key) {}
}
