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

  /** Queues that hold messages which time changes now. */
  public List<QueueEntry> withDue(int most) {
    List<Long> ids = store.queuesWithDue(clock.instant(), most);
    return ids.isEmpty() ? List.of() : store.entries(ids);
  }

  /** Those of the queues that have something to hand out, or are gone. */
  public List<Long> worthAsking(Collection<Long> ids) {
    return store.queuesWithDeliverable(ids);
  }
}
