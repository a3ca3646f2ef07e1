package io.restante.queue;

import io.restante.database.LeftToNextRound;
import io.restante.sweep.BoundedSweep;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Every second, on every node: what time does to messages (delays and leases that are over,
 * expiry), queue by queue, 500 at once, at most 20 times for one of them in a round, but not at
 * those that take no writes; and wakes those who wait here for what other nodes made ready. It goes
 * through the pipeline, which locks the queue's counters; of two nodes, the second finds done what
 * the first did.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class QueueTimer {
  private static final Logger LOG = Logger.getLogger(QueueTimer.class);
  private static final int QUEUES = 1_000;
  private static final int PIECES = 20;

  @Inject private QueueReader reader;
  @Inject private QueueWrites writes;
  @Inject private ReceiveWaiters waiters;

  @Schedule(hour = "*", minute = "*", second = "*", persistent = false, info = "advance queues")
  void advance() {
    sweepAll();
    List<Long> watched = waiters.watched();
    if (!watched.isEmpty()) {
      waiters.wake(reader.worthAsking(watched));
    }
  }

  /** Each in every round: those at which nothing can be done take the place of no other. */
  private void sweepAll() {
    long after = 0;
    List<Long> due;
    do {
      due = reader.withDue(after, QUEUES);
      for (QueueEntry queue : reader.entries(due)) {
        BoundedSweep.run(most -> sweep(queue, most), PIECES);
      }
      after = due.isEmpty() ? after : due.get(due.size() - 1);
    } while (due.size() == QUEUES);
  }

  private int sweep(QueueEntry queue, int most) {
    return writes
        .run(new SweepCommand(queue, most))
        .thenApply(answer -> answer.outcome())
        .exceptionally(
            failure -> {
              LOG.debugf("A queue is left to the next round: %s", failure.getMessage());
              return 0;
            })
        .toCompletableFuture()
        .join();
  }
}
