package io.restante.queue;

import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.database.AfterCommit;
import io.restante.error.ErrorCode;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * One piece of an order to redrive. Order of locks: the queue's counters, then the order's row.
 * Messages, counters and progress are committed together: a crash loses the piece at most, and
 * whoever goes on with the order does it.
 *
 * <p>That an order begins to be refused, and that it goes on, is told once by the node whose
 * transaction says so in the order's row.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class RedriveTransaction {
  private static final Logger LOG = Logger.getLogger(RedriveTransaction.class);
  private static final int ORDERS = 100;

  @Inject private JpaQueueStore queues;
  @Inject private JpaMessageListStore lists;
  @Inject private JpaRedriveStore store;
  @Inject private QueueLedgers ledgers;
  @Inject private QueueTransaction transactions;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

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

  /**
   * Has an order wait whose piece was refused, unless another node has gone on with it, or has had
   * it wait. Locks nothing but its row: the queue's counters may be what somebody else holds.
   */
  public void refuse(JpaRedriveStore.Due due, ErrorCode refusal) {
    Instant now = clock.instant();
    Optional<RedriveJob> job = store.lock(due.id()).filter(found -> found.isDue(now));
    if (job.isPresent() && job.get().refuse(now)) {
      String id = job.get().redriveId();
      afterwards(
          () -> LOG.warnf("The order to redrive %s is refused, and waits: %s.", id, refusal));
    }
  }

  private boolean step(QueueEntry entry, long id) {
    QueueLedger ledger = ledgers.open(entry);
    OpenQueue queue = ledger.queue(entry);
    Optional<RedriveJob> job = store.lock(id).filter(found -> found.isDue(queue.now()));
    if (job.isEmpty()) {
      return false;
    }
    RedriveJob order = job.get();
    if (order.accept()) {
      afterwards(() -> LOG.infof("The order to redrive %s goes on.", order.redriveId()));
    }
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

  private void afterwards(Runnable then) {
    transaction.registerInterposedSynchronization(new AfterCommit(then));
  }
}
