package io.restante.retention;

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
 * Every five seconds, on every node: goes on with retention changes that were confirmed, 500
 * envelopes at once, until they are done, and ends previews that were not confirmed in time. Of two
 * nodes, one works on a change and the other skips it.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class RetentionApplier {
  @Inject private RetentionRunner runner;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "3/5",
      persistent = false,
      info = "apply retention changes")
  void run() {
    runner.run();
    runner.expirePreviews();
  }
}
