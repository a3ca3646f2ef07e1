package io.restante.outbox;

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
 * Every ten seconds, on every node: removes outbox events that were finished long enough ago, 500
 * at once, at most 100 times in a round. Of two nodes at once, the second deletes the next ones.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class OutboxPruner {
  private static final int PIECES = 100;

  @Inject private OutboxService events;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "3/10",
      persistent = false,
      info = "prune outbox events")
  void prune() {
    BoundedSweep.run(events::prune, PIECES);
  }
}
