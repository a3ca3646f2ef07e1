package io.restante.outbox;

import io.restante.database.FailureLog;
import io.restante.sweep.BoundedSweep;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Publishes what is due, one round at a time on each node: claims events in one transaction, hands
 * them to Artemis while no row is locked, and marks them in another.
 *
 * <p>A crash after the claim delays until the claim's lease is over; one after publishing has the
 * event published twice, and its consumer does nothing the second time. While the broker cannot be
 * reached nothing is claimed, and no attempt is counted.
 */
@ApplicationScoped
public class OutboxDispatch {
  private static final int PIECES = 20;

  @Inject private OutboxService events;
  @Inject private UnwrittenFailures unwritten;
  @Inject private Broker broker;
  @Resource private ManagedExecutorService executor;

  private final AtomicInteger nudges = new AtomicInteger();

  /** Has a round begin soon, on a thread of its own, or another follow the one that runs. */
  public void nudge() {
    if (nudges.getAndIncrement() == 0) {
      try {
        executor.execute(this::rounds);
      } catch (RejectedExecutionException stopping) {
        nudges.set(0);
      }
    }
  }

  private void rounds() {
    int seen;
    do {
      seen = nudges.get();
      try {
        round();
      } catch (RuntimeException failure) {
        FailureLog.failed("A round of the outbox", failure);
      }
    } while (!nudges.compareAndSet(seen, 0));
  }

  private void round() {
    unwritten.write();
    if (!events.anyDue()) {
      return;
    }
    try (EventPublisher publisher = broker.open()) {
      for (EventType type : EventType.values()) {
        BoundedSweep.run(most -> publish(publisher, type, most), PIECES);
      }
    }
  }

  private int publish(EventPublisher publisher, EventType type, int most) {
    List<DueEvent> claimed = events.claim(type, most);
    if (!claimed.isEmpty()) {
      Set<Long> published = publisher.publish(claimed);
      List<Long> refused = new ArrayList<>(claimed.stream().map(DueEvent::id).toList());
      refused.removeAll(published);
      events.published(type, published, refused);
    }
    return claimed.size();
  }
}
