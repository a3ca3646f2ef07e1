package io.restante.outbox;

import io.restante.database.LeftToNextRound;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;

/**
 * Every second, on every node: has what is due published. Commits on this node do that at once; the
 * timer finds what other nodes left, and what is due again.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class OutboxDispatcher {
  @Inject private OutboxDispatch dispatch;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "*",
      persistent = false,
      info = "publish outbox events")
  void publish() {
    dispatch.nudge();
  }
}
