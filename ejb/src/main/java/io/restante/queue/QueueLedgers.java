package io.restante.queue;

import io.restante.outbox.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Opens the ledger of a transaction, and lends it what it works with. */
@ApplicationScoped
class QueueLedgers {
  private final RandomGenerator random = new SecureRandom();

  @Inject private JpaQueueStore queues;
  @Inject private JpaMessageStore messages;
  @Inject private JpaReceiptStore receipts;
  @Inject private MessageSeal seal;
  @Inject private Outbox outbox;
  @Inject private Clock clock;

  /**
   * With all that the commands need.
   *
   * @param waiting whether to wait for queues that somebody else has locked; if not, they are
   *     contended
   */
  QueueLedger open(Collection<? extends QueueCommand<?>> commands, boolean waiting) {
    QueueLedger ledger = empty();
    ledger.open(
        waiting,
        commands.stream().flatMap(command -> command.queues().stream()).toList(),
        commands.stream()
            .flatMap(command -> command.messageIds().stream())
            .collect(Collectors.toSet()),
        commands.stream()
            .flatMap(command -> command.messages().stream())
            .collect(Collectors.toSet()),
        commands.stream()
            .flatMap(command -> command.receipt().stream())
            .collect(Collectors.toSet()));
    commands.forEach(command -> command.announce(ledger));
    return ledger;
  }

  /** With one queue. */
  QueueLedger open(QueueEntry queue) {
    return empty().open(true, List.of(queue), List.of(), List.of(), List.of());
  }

  JpaQueueStore queues() {
    return queues;
  }

  JpaMessageStore messages() {
    return messages;
  }

  JpaReceiptStore receipts() {
    return receipts;
  }

  MessageSeal seal() {
    return seal;
  }

  Outbox outbox() {
    return outbox;
  }

  RandomGenerator random() {
    return random;
  }

  private QueueLedger empty() {
    return new QueueLedger(this, clock.instant());
  }
}
