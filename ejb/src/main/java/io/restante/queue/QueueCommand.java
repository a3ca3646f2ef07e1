package io.restante.queue;

import io.restante.idempotency.Answer;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.Decision;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A write on queues: which of them it needs, what it needs to know, and how it decides. It holds no
 * connection and no entity, and may be decided several times if a transaction is repeated.
 *
 * @param <T> its outcome
 */
sealed interface QueueCommand<T>
    permits EnqueueCommand, ReceiveCommand, SettleCommand, SweepCommand {
  /** The commands of one transaction are decided in this order, each kind as it came. */
  enum Phase {
    /** Gives room, and frees what waits. */
    SETTLE,
    ENQUEUE,
    /** Meets all that the others made ready. */
    RECEIVE
  }

  Phase phase();

  /** The first one's lane is its own. */
  Collection<QueueEntry> queues();

  /** In messages that it looks at, and about how many bytes it keeps in memory while it waits. */
  RequestSize size();

  /** Those that it needs to know whether they are taken. */
  default Collection<SentId> messageIds() {
    return List.of();
  }

  default Collection<MessageKey> messages() {
    return List.of();
  }

  default Optional<QueueReceipt.Key> receipt() {
    return Optional.empty();
  }

  /** Tells the ledger what it will want, before anything is decided. */
  default void announce(QueueLedger ledger) {}

  /**
   * Decides, and changes the ledger accordingly.
   *
   * @throws io.restante.error.RestanteException if it is refused; the ledger is unchanged then, but
   *     for what time or damage does to messages whoever meets them
   */
  T decide(QueueLedger ledger);

  /** What becomes of it while somebody else has locked its queues, for as long as that takes. */
  default Decision<Answer<?>> whenContended() {
    return Decision.contended();
  }

  /** How its answer is kept for retries; none if its caller sent no key. */
  default Optional<Keeping<T>> keeping() {
    return Optional.empty();
  }

  /** Whether the outcome is final, so that a retry gets it again. */
  default boolean isDecided(T outcome) {
    return true;
  }
}
