package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.Decision;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Settles deliveries of one queue, each decided by itself. The answer is kept whatever it says:
 * decided again, what was settled would be stale.
 */
record SettleCommand(
    QueueEntry queue,
    Settlement settlement,
    List<Item> items,
    Optional<Keeping<List<Decision<MessageState>>>> keeping)
    implements QueueCommand<List<Decision<MessageState>>> {
  private static final int ITEM_BYTES = 256;

  /**
   * One delivery, or why it is refused already.
   *
   * @param claim null if refused
   * @param delivery what its consumer says; null if refused
   */
  record Item(DeliveryTokens.Claim claim, DeliverySettlement delivery, RestanteException refusal) {
    static Item refused(RestanteException refusal) {
      return new Item(null, null, refusal);
    }
  }

  @Override
  public Phase phase() {
    return Phase.SETTLE;
  }

  @Override
  public Collection<QueueEntry> queues() {
    return List.of(queue);
  }

  @Override
  public RequestSize size() {
    return new RequestSize(items.size(), (long) ITEM_BYTES * items.size());
  }

  @Override
  public Collection<MessageKey> messages() {
    return items.stream()
        .map(Item::claim)
        .filter(Objects::nonNull)
        .map(DeliveryTokens.Claim::message)
        .toList();
  }

  @Override
  public List<Decision<MessageState>> decide(QueueLedger ledger) {
    OpenQueue open = ledger.queue(queue);
    return items.stream()
        .map(item -> Decision.from(() -> ledger.decide(() -> decide(ledger, open, item))))
        .toList();
  }

  private MessageState decide(QueueLedger ledger, OpenQueue open, Item item) {
    if (item.refusal() != null) {
      throw item.refusal();
    }
    QueueMessage message =
        ledger
            .message(item.claim().message())
            .orElseThrow(
                () -> new RestanteException(ErrorCode.STALE_LEASE, "The message is not there."));
    return open.settle(
        message,
        item.claim().lease(),
        settlement,
        item.delivery().lease(),
        item.delivery().reason());
  }
}
