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
 * Every ten seconds, on every node: what was published and not carried out for two minutes is
 * pending again, 500 at once, at most 20 times in a round. So a broker that lost its messages, or a
 * consumer that was killed, only delays.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class OutboxReconciler {
  private static final int PIECES = 20;

  @Inject private OutboxService events;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "9/10",
      persistent = false,
      info = "reconcile outbox events")
  void reconcile() {
    BoundedSweep.run(events::reconcile, PIECES);
  }
}
