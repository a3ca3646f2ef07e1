package io.restante.queue;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.change.Change;
import io.restante.database.AfterCommit;
import io.restante.domain.DomainService;
import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Makes, changes, shows, pauses and deletes queues. Every change locks the queue's counters; two
 * that make one queue at once meet the unique name, and the later is repeated and finds it there.
 */
@Stateless
public class QueueAdministration {
  @Inject private JpaQueueStore store;
  @Inject private JpaMessageStore messages;
  @Inject private QueueLedgers ledgers;
  @Inject private QueueTransaction transactions;
  @Inject private QueueDirectory directory;
  @Inject private ReceiveWaiters waiters;
  @Inject private DomainService domains;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /**
   * Makes the queue, or changes it.
   *
   * <p>One that lowers {@code maxInFlightBytes} below the size of the largest body, 1 MiB, and
   * below what is stored, reads the row of every message that is not at its end, with the queue
   * locked: a quarter of a second for 100,000.
   *
   * @param policy what it is to allow, from the defaults or from what it allows
   * @throws RestanteException CONFLICT if it holds messages that would be ordered anew, or one that
   *     could never be handed out
   */
  public Change<QueueState> put(
      Caller caller, QueueAddress address, UnaryOperator<QueuePolicy> policy) {
    requireManager(caller, address);
    Optional<QueueEntry> entry = store.find(address);
    Optional<Queue> present = entry.flatMap(found -> store.lockToChange(found.id()));
    if (present.isPresent()) {
      Queue queue = present.get();
      store.locked(queue.id()).requireSound();
      QueuePolicy wanted = policy.apply(queue.policy());
      sweep(entry.get());
      QueueUsage usage = store.locked(queue.id());
      queue.change(wanted, usage, () -> messages.largest(queue.id()));
      audit.record(entry(caller, "queue.change", address));
      return Change.unchanged(queue.state(address, usage));
    }
    QueuePolicy wanted = policy.apply(QueuePolicy.DEFAULT);
    Queue queue =
        new Queue(domains.requireId(address.domain()), address.queue(), wanted, clock.instant());
    store.add(queue);
    afterwards(address, () -> {});
    audit.record(entry(caller, "queue.create", address));
    return Change.created(queue.state(address, store.locked(queue.id())));
  }

  /** Shows the queue; outside the caller's transaction, so that it shows what is committed. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public QueueState get(Caller caller, QueueAddress address) {
    if (!access.allows(caller, Capability.QUEUE_INSPECT, address.domain(), address.resource())) {
      requireManager(caller, address);
    }
    return store.find(address).flatMap(store::read).orElseThrow(NotFoundException::new);
  }

  /** Hands nothing out from now on; leases that are held can be settled. */
  public QueueState pause(Caller caller, QueueAddress address) {
    return change(caller, address, "queue.pause", Queue::pause);
  }

  /** Hands out again. */
  public QueueState resume(Caller caller, QueueAddress address) {
    return change(caller, address, "queue.resume", Queue::resume);
  }

  /**
   * Deletes the queue with what it remembers of messages that are at their end.
   *
   * @param force also with stored messages; for administrators of the domain
   * @throws RestanteException CONFLICT if it holds messages and is not forced
   */
  public void delete(Caller caller, QueueAddress address, boolean force) {
    access.require(
        caller,
        force ? Capability.ADMIN : Capability.QUEUE_MANAGE,
        address.domain(),
        address.resource());
    QueueEntry entry = store.find(address).orElseThrow(NotFoundException::new);
    Queue queue = store.lockToChange(entry.id()).orElseThrow(NotFoundException::new);
    if (!force) {
      store.locked(entry.id()).requireSound();
      sweep(entry);
      if (!store.locked(entry.id()).isEmpty()) {
        throw new RestanteException(ErrorCode.CONFLICT, "The queue holds messages.");
      }
    }
    store.deleteWithContent(queue);
    afterwards(address, () -> waiters.committed(Set.of(entry.id())));
    audit.record(entry(caller, force ? "queue.delete.force" : "queue.delete", address));
  }

  private QueueState change(
      Caller caller, QueueAddress address, String action, Consumer<Queue> change) {
    requireManager(caller, address);
    QueueEntry entry = store.find(address).orElseThrow(NotFoundException::new);
    Queue queue = store.lockToChange(entry.id()).orElseThrow(NotFoundException::new);
    change.accept(queue);
    afterwards(address, () -> waiters.committed(Set.of(entry.id())));
    audit.record(entry(caller, action, address));
    return queue.state(address, store.locked(entry.id()));
  }

  /** What time has ended is not held any more. */
  private void sweep(QueueEntry entry) {
    QueueLedger ledger = ledgers.open(entry);
    OpenQueue open = ledger.queue(entry);
    int swept;
    do {
      swept = open.sweep(OpenQueue.SWEEP);
    } while (swept == OpenQueue.SWEEP);
    transactions.close(ledger);
  }

  /** Meanwhile others read the old rows. */
  private void afterwards(QueueAddress address, Runnable then) {
    transaction.registerInterposedSynchronization(
        new AfterCommit(
            () -> {
              directory.forget(address);
              then.run();
            }));
  }

  private void requireManager(Caller caller, QueueAddress address) {
    access.require(caller, Capability.QUEUE_MANAGE, address.domain(), address.resource());
  }

  private static AuditEntry entry(Caller caller, String action, QueueAddress address) {
    return AuditEntry.of(caller.principalId(), action).in(address.domain()).on(address.resource());
  }
}
