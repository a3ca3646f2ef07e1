package io.restante.queue;

import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * One piece of an order to redrive. Order of locks: the queue's counters, then the order's row.
 * Messages, counters and progress are committed together: a crash loses the piece at most, and
 * whoever goes on with the order does it.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class RedriveTransaction {
  private static final int ORDERS = 100;

  @Inject private JpaQueueStore queues;
  @Inject private JpaMessageListStore lists;
  @Inject private JpaRedriveStore store;
  @Inject private QueueLedgers ledgers;
  @Inject private QueueTransaction transactions;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  /** The orders that are to be gone on with, read without a lock. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public List<JpaRedriveStore.Due> due() {
    return store.due(clock.instant(), ORDERS);
  }

  /**
   * Does the next piece, unless the order is gone, finished, or not due.
   *
   * @return whether there may be another one, now
   */
  public boolean step(JpaRedriveStore.Due due) {
    return queues.entries(List.of(due.queueId())).stream()
        .findFirst()
        .map(entry -> step(entry, due.id()))
        .orElse(false);
  }

  private boolean step(QueueEntry entry, long id) {
    QueueLedger ledger = ledgers.open(entry);
    OpenQueue queue = ledger.queue(entry);
    Optional<RedriveJob> job = store.lock(id).filter(found -> found.isDue(queue.now()));
    if (job.isEmpty()) {
      return false;
    }
    RedriveJob order = job.get();
    order.redrive(
        lists.parked(entry.id(), order.doneParked(), order.lastParked(), RedriveJob.PIECE), queue);
    transactions.close(ledger);
    if (order.isFinished()) {
      audit.record(
          AuditEntry.of(order.principalId(), "dead-letters.redrive.end")
              .in(entry.address().domain())
              .on(entry.address().resource())
              .withDetail(
                  order.redriveId()
                      + ": redriven "
                      + order.redriven()
                      + ", skipped "
                      + order.skipped()));
    }
    return order.isDue(queue.now());
  }
}
