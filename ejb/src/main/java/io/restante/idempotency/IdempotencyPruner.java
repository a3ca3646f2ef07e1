package io.restante.idempotency;

import io.restante.keys.Keys;
import io.restante.sweep.BoundedSweep;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import org.jboss.logging.Logger;

/**
 * Every ten seconds, on every node: removes kept answers whose time is over, 500 at once, at most
 * 100 times in a round. Of two nodes at once, the second deletes the next ones.
 */
@Singleton
@Startup
@DependsOn("AuditPruner")
@TransactionManagement(TransactionManagementType.BEAN)
public class IdempotencyPruner {
  private static final Logger LOG = Logger.getLogger(IdempotencyPruner.class);
  private static final int PIECES = 100;

  @Inject private IdempotentTransaction records;

  /** What is wrong with them stops the deployment, not the first request. */
  @Inject
  void require(IdempotencyConfig config, Keys keys) {
    keys.requirePresent();
    LOG.infof("Answers to requests with an Idempotency-Key are kept for %s.", config.retention());
  }

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
