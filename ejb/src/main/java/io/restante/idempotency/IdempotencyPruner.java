package io.restante.idempotency;

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
 * Every ten seconds, on every node: removes kept answers whose time is over, 500 at once, at most
 * 100 times in a round. Of two nodes at once, the second deletes the next ones.
 */
@Singleton
@Startup
@DependsOn("AuditPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class IdempotencyPruner {
  private static final int PIECES = 100;

  @Inject private IdempotentTransaction records;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "5/10",
      persistent = false,
      info = "prune kept answers")
  void prune() {
    BoundedSweep.run(records::prune, PIECES);
  }
}
