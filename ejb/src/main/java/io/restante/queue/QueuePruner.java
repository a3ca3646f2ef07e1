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

/**
 * Every ten seconds, on every node: forgets messages that have been at their end for long enough,
 * receipts of receives, and orders to redrive that are done, 500 at once, at most 100 times in a
 * round for each. Of two nodes at once, the second deletes the next ones.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class QueuePruner {
  private static final int PIECES = 100;

  @Inject private QueuePruning pruning;

  @Schedule(hour = "*", minute = "*", second = "4/10", persistent = false, info = "prune queues")
  void prune() {
    BoundedSweep.run(pruning::pruneMessages, PIECES);
    BoundedSweep.run(pruning::pruneReceipts, PIECES);
    BoundedSweep.run(pruning::pruneRedrives, PIECES);
  }
}
