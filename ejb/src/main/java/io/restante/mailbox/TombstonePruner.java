package io.restante.mailbox;

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
 * Every ten seconds, on every node: prunes tombstones that are too old, 500 at once, at most 100
 * times in a round. Of two nodes at once, the second deletes the next ones.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class TombstonePruner {
  private static final int PIECES = 100;

  @Inject private TombstoneService tombstones;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "*/10",
      persistent = false,
      info = "prune tombstones")
  void prune() {
    BoundedSweep.run(tombstones::pruneByConfiguration, PIECES);
  }
}
