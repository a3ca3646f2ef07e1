package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.Decision;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sends messages, each decided by itself; of one ordering key nothing after the first refusal, so
 * that no later message overtakes an earlier one.
 */
record EnqueueCommand(List<Item> items, Optional<Keeping<List<Decision<EnqueueReceipt>>>> keeping)
    implements QueueCommand<List<Decision<EnqueueReceipt>>> {
  private static final int OVERHEAD = 512;

  /**
   * One message, or why it is refused already.
   *
   * @param queue null if it is not known
   * @param terms null if refused
   * @param body null if refused
   * @param orderingKey null if it has none, or it is not known
   * @param refusal null if it is not refused
   */
  record Item(
      QueueEntry queue,
      MessageTerms terms,
      StoredBody body,
      OrderingKey orderingKey,
      RestanteException refusal) {
    private boolean isOpen() {
      return refusal == null;
    }

    private SentId id() {
      return new SentId(queue.id(), terms.messageId());
    }

    private long memory() {
      return isOpen() ? OVERHEAD + body.sealed().length : OVERHEAD;
    }
  }

  /** An ordering key of a queue. */
  record OrderingKey(QueueAddress queue, String key) {}

  @Override
  public Phase phase() {
    return Phase.ENQUEUE;
  }

  @Override
  public Collection<QueueEntry> queues() {
    return items.stream().filter(Item::isOpen).map(Item::queue).toList();
  }

  @Override
  public RequestSize size() {
    return new RequestSize(items.size(), items.stream().mapToLong(Item::memory).sum());
  }

  @Override
  public Collection<SentId> messageIds() {
    return items.stream().filter(Item::isOpen).map(Item::id).toList();
  }

  /** The outcome if no item is left to decide. */
  List<Decision<EnqueueReceipt>> refusals() {
    return items.stream().map(item -> Decision.<EnqueueReceipt>refused(item.refusal())).toList();
  }

  @Override
  public List<Decision<EnqueueReceipt>> decide(QueueLedger ledger) {
    Set<OrderingKey> refused = new HashSet<>();
    return items.stream().map(item -> decide(ledger, item, refused)).toList();
  }

  /** Also if anything was stored: decided again, its id would be taken. */
  @Override
  public boolean isDecided(List<Decision<EnqueueReceipt>> outcome) {
    return outcome.stream().anyMatch(item -> item.refusal() == null)
        || outcome.stream().allMatch(Decision::isFinal);
  }

  private static Decision<EnqueueReceipt> decide(
      QueueLedger ledger, Item item, Set<OrderingKey> refused) {
    Decision<EnqueueReceipt> decision = Decision.from(() -> enqueue(ledger, item, refused));
    if (decision.refusal() != null && item.orderingKey() != null) {
      refused.add(item.orderingKey());
    }
    return decision;
  }

  private static EnqueueReceipt enqueue(QueueLedger ledger, Item item, Set<OrderingKey> refused) {
    if (!item.isOpen()) {
      throw item.refusal();
    }
    if (refused.contains(item.orderingKey())) {
      throw new RestanteException(
          ErrorCode.CONFLICT, "An earlier message of its ordering key was refused.");
    }
    OpenQueue queue = ledger.queue(item.queue());
    if (ledger.isTaken(item.id())) {
      throw new RestanteException(ErrorCode.CONFLICT, "The queue knows this messageId.");
    }
    item.terms().require(queue.policy(), queue.now());
    QueueMessage message = ledger.decide(() -> queue.enqueue(item.terms(), item.body()));
    ledger.take(item.id());
    return new EnqueueReceipt(message.messageId(), message.state(), message.enqueuedAt());
  }
}
