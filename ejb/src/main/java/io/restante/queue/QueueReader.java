package io.restante.queue;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Reads queues without locks, outside of the caller's transaction: what is committed. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class QueueReader {
  @Inject private JpaQueueStore store;
  @Inject private Clock clock;

  public Optional<QueueEntry> find(QueueAddress address) {
    return store.find(address);
  }

  /**
   * Queues that hold messages which time changes now, and that take writes.
   *
   * @param after the id of the last one before, or 0
   */
  public List<Long> withDue(long after, int most) {
    return store.queuesWithDue(clock.instant(), after, most);
  }

  /** Those of the queues that exist. */
  public List<QueueEntry> entries(Collection<Long> ids) {
    return ids.isEmpty() ? List.of() : store.entries(ids);
  }

  /** Those of the queues that have something to hand out, or are gone. */
  public List<Long> worthAsking(Collection<Long> ids) {
    return store.queuesWithDeliverable(ids);
  }
}
