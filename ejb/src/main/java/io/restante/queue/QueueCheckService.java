package io.restante.queue;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.database.AfterCommit;
import io.restante.error.NotFoundException;
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
import java.util.Set;

/**
 * Compares counters of queues with rows, marks queues that drifted, and repairs them.
 *
 * <p>Comparing locks nothing. Marking and repairing lock the queue's counters and count again under
 * the lock, when nobody can change what is counted. A crash in between leaves it as it was.
 */
@Stateless
public class QueueCheckService {
  @Inject private JpaQueueStore store;
  @Inject private JpaQueueCountStore counts;
  @Inject private ReceiveWaiters waiters;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /** The ids of the next queues to compare, ascending. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public List<Long> next(String domain, NameRange names, long after, int limit) {
    return counts.ids(domain, names, after, limit);
  }

  /** Counts without a lock; nothing if the queue is gone. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public Optional<QueueCount> compare(long queueId) {
    return counts.count(queueId);
  }

  /** Counts under the lock, and marks the queue if its counters contradict its rows. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public Optional<QueueCount> confirm(long queueId) {
    return store
        .lockToChange(queueId)
        .flatMap(locked -> counts.count(queueId))
        .map(count -> count.isMarked() || count.isSound() ? count : mark(queueId, count));
  }

  /** How many queues are marked. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public long drifted() {
    return counts.drifted();
  }

  /** Whether the caller may check; the act is audited. */
  public void recordCheck(Caller caller, String domain, String pattern) {
    access.requireAdministrator(caller, "queue.check");
    audit.record(
        AuditEntry.of(caller.principalId(), "queue.check").in(domain).on("queues/" + pattern));
  }

  /**
   * Makes the counters equal to the rows, and the next sequences higher than every stored one and
   * not lower than they were; has messages found where they should be, and removes bodies that are
   * left. Then the queue takes writes again.
   */
  public QueueRepair repair(Caller caller, String domain, String queue) {
    access.requireAdministrator(caller, "queue.repair");
    QueueAddress address = new QueueAddress(domain, queue);
    long id = store.find(address).orElseThrow(NotFoundException::new).id();
    QueueCount found =
        store
            .lockToChange(id)
            .flatMap(locked -> counts.count(id))
            .orElseThrow(NotFoundException::new);
    QueueRepair repair =
        new QueueRepair(address, found.counters(), found.rows().notBelow(found.counters()));
    counts.repair(id, repair.after());
    transaction.registerInterposedSynchronization(
        new AfterCommit(() -> waiters.committed(Set.of(id))));
    audit.record(
        AuditEntry.of(caller.principalId(), "queue.repair")
            .in(address.domain())
            .on(address.resource())
            .withDetail("before: " + repair.before().text() + "; after: " + repair.after().text()));
    return repair;
  }

  private QueueCount mark(long queueId, QueueCount count) {
    Instant now = clock.instant();
    counts.mark(queueId, now);
    audit.record(
        AuditEntry.of(null, "queue.drift")
            .in(count.address().domain())
            .on(count.address().resource())
            .withDetail("counters: " + count.counters().text() + "; rows: " + count.rows().text()));
    return count.markedAt(now);
  }
}
