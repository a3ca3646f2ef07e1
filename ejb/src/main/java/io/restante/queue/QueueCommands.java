package io.restante.queue;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.Decision;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything about a write that needs no lock: rights, queues, bodies, tokens, bounds. */
@ApplicationScoped
class QueueCommands {
  static final int MAX_ITEMS = 100;

  @Inject private AccessControl access;
  @Inject private QueueDirectory directory;
  @Inject private MessageSeal seal;
  @Inject private DeliveryTokens tokens;

  EnqueueCommand enqueue(
      Caller caller,
      List<Decision<OutgoingMessage>> messages,
      Optional<Keeping<List<Decision<EnqueueReceipt>>>> keeping) {
    requireItems(messages);
    Map<QueueAddress, Decision<QueueEntry>> targets = new HashMap<>();
    return new EnqueueCommand(
        messages.stream().map(message -> item(caller, message, targets)).toList(), keeping);
  }

  ReceiveCommand receive(Caller caller, QueueAddress queue, ReceiveRequest request, boolean waits) {
    return new ReceiveCommand(consuming(caller, queue), caller.principalId(), request, waits);
  }

  SettleCommand settle(
      Caller caller,
      QueueAddress address,
      Settlement settlement,
      List<Decision<DeliverySettlement>> deliveries,
      Optional<Keeping<List<Decision<MessageState>>>> keeping) {
    requireItems(deliveries);
    QueueEntry queue = consuming(caller, address);
    return new SettleCommand(
        queue,
        settlement,
        deliveries.stream().map(delivery -> item(caller, queue, delivery)).toList(),
        keeping);
  }

  /** What a consumer gets of a delivery. */
  Delivery delivery(QueueEntry queue, Leased leased) {
    return new Delivery(
        leased.messageId(),
        leased.body().payload(),
        leased.body().headers(),
        leased.orderingKey(),
        tokens.seal(queue, leased.sequence(), leased.lease()),
        leased.fence(),
        leased.attempt(),
        leased.until(),
        leased.lease().generation());
  }

  /** A queue that the caller may consume from. */
  QueueEntry consuming(Caller caller, QueueAddress queue) {
    access.require(caller, Capability.QUEUE_CONSUME, queue.domain(), queue.resource());
    return directory.require(queue);
  }

  private static <T> void requireItems(List<T> items) {
    if (items.isEmpty() || items.size() > MAX_ITEMS) {
      throw new ValidationFailedException("items", "must be 1 to " + MAX_ITEMS);
    }
  }

  /**
   * @param targets the queues that the caller may send to, or why not: each is found, and a refusal
   *     audited, once for all items
   */
  private EnqueueCommand.Item item(
      Caller caller,
      Decision<OutgoingMessage> wanted,
      Map<QueueAddress, Decision<QueueEntry>> targets) {
    if (wanted.refusal() != null) {
      return refused(null, wanted.refusal());
    }
    OutgoingMessage message = wanted.result();
    EnqueueCommand.OrderingKey key =
        message.orderingKey() == null
            ? null
            : new EnqueueCommand.OrderingKey(message.queue(), message.orderingKey());
    Decision<QueueEntry> target =
        targets.computeIfAbsent(
            message.queue(), queue -> Decision.from(() -> enqueuing(caller, queue)));
    if (target.refusal() != null) {
      return refused(key, target.refusal());
    }
    QueueEntry queue = target.result();
    StoredBody body = seal.seal(queue.id(), message.messageId(), MessageBody.of(message));
    MessageTerms terms =
        new MessageTerms(
            message.messageId(),
            body.clearBytes(),
            message.orderingKey(),
            message.notBefore(),
            message.expiresAt());
    return new EnqueueCommand.Item(queue, terms, body, key, null);
  }

  private static EnqueueCommand.Item refused(
      EnqueueCommand.OrderingKey key, RestanteException refusal) {
    return new EnqueueCommand.Item(null, null, null, key, refusal);
  }

  private SettleCommand.Item item(
      Caller caller, QueueEntry queue, Decision<DeliverySettlement> wanted) {
    if (wanted.refusal() != null) {
      return SettleCommand.Item.refused(wanted.refusal());
    }
    Decision<DeliveryTokens.Claim> claim =
        Decision.from(() -> tokens.open(queue, caller.principalId(), wanted.result().token()));
    return claim.refusal() == null
        ? new SettleCommand.Item(claim.result(), wanted.result(), null)
        : SettleCommand.Item.refused(claim.refusal());
  }

  private QueueEntry enqueuing(Caller caller, QueueAddress queue) {
    access.require(caller, Capability.QUEUE_ENQUEUE, queue.domain(), queue.resource());
    return directory.require(queue);
  }
}
