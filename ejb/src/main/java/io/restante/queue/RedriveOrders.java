package io.restante.queue;

import com.github.f4b6a3.uuid.UuidCreator;
import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.database.AfterCommit;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.identifier.Identifiers;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Clock;

/**
 * Takes orders to redrive dead letters in the background, and says how far they are. The work
 * itself is that of {@link RedriveTransaction}.
 */
@Stateless
public class RedriveOrders {
  @Inject private JpaQueueStore queues;
  @Inject private JpaRedriveStore store;
  @Inject private RedriveRunner runner;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /** What an order would do, if it were given now. */
  public record Preview(long redriven, long skipped) {}

  /** Finds out what an order would do, and does nothing; locks nothing. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public Preview preview(Caller caller, QueueAddress queue, RedriveOrder order) {
    QueueEntry entry = require(caller, queue);
    JpaRedriveStore.Count count = store.count(entry.id(), order.filter(), clock.instant());
    return new Preview(Math.min(count.redriven(), order.max()), count.skipped());
  }

  /**
   * Takes an order; it begins at once, and goes on until it is done, on whichever node.
   *
   * @throws RestanteException RECOVERY_REQUIRED if the queue takes no writes; one that is marked
   *     later has the order wait
   */
  public RedriveProgress begin(Caller caller, QueueAddress queue, RedriveOrder order) {
    QueueEntry entry = require(caller, queue);
    queues.requireSound(entry);
    RedriveJob job =
        new RedriveJob(
            UuidCreator.getTimeOrderedEpoch().toString(),
            caller.principalId(),
            entry,
            order,
            store.lastParked(entry.id()),
            clock.instant());
    store.add(job);
    audit.record(
        AuditEntry.of(caller.principalId(), "dead-letters.redrive")
            .in(queue.domain())
            .on(queue.resource())
            .withDetail(job.redriveId() + ": max " + order.max()));
    transaction.registerInterposedSynchronization(new AfterCommit(runner::startSoon));
    return job.progress();
  }

  /** How far an order is. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public RedriveProgress get(Caller caller, QueueAddress queue, String redriveId) {
    if (!access.allows(caller, Capability.DEADLETTER_REDRIVE, queue.domain(), queue.resource())) {
      access.require(caller, Capability.DEADLETTER_READ, queue.domain(), queue.resource());
    }
    Identifiers.require("redrive", redriveId);
    return queues
        .find(queue)
        .flatMap(entry -> store.find(entry.id(), redriveId))
        .map(RedriveJob::progress)
        .orElseThrow(NotFoundException::new);
  }

  private QueueEntry require(Caller caller, QueueAddress queue) {
    access.require(caller, Capability.DEADLETTER_REDRIVE, queue.domain(), queue.resource());
    return queues.find(queue).orElseThrow(NotFoundException::new);
  }
}
