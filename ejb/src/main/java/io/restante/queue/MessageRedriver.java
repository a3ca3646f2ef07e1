package io.restante.queue;

import io.restante.outbox.DeadLetterReference;
import io.restante.outbox.Redriver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** Begins a dead letter anew whose reference an administrator of the broker has moved. */
@ApplicationScoped
class MessageRedriver implements Redriver {
  @Inject private JpaQueueStore store;
  @Inject private QueueLedgers ledgers;
  @Inject private QueueTransaction transactions;

  @Override
  public boolean handles(String kind) {
    return kind.equals(DeadMessage.KIND);
  }

  @Override
  public boolean redrive(DeadLetterReference reference) {
    if (reference.messageId() == null) {
      throw new IllegalArgumentException("messageId");
    }
    return store.entries(List.of(reference.id())).stream()
        .findFirst()
        .map(queue -> redrive(queue, reference))
        .orElse(false);
  }

  private boolean redrive(QueueEntry entry, DeadLetterReference reference) {
    QueueLedger ledger = ledgers.open(entry);
    OpenQueue queue = ledger.queue(entry);
    Optional<QueueMessage> message =
        queue
            .find(reference.messageId())
            .filter(found -> found.state().isParked())
            .filter(found -> found.generation() == reference.generation());
    boolean begun = message.map(queue::redrive).orElse(false);
    transactions.close(ledger);
    return begun;
  }
}
