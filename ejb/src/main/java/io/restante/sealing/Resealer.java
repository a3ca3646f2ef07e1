package io.restante.sealing;

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
 * Every minute, on every node: seals bodies anew that name a key from before the primary one, 100
 * or 4 MiB at once, until all were looked at. Two nodes share the rows between them.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class Resealer {
  @Inject private ResealRunner runner;

  @Schedule(hour = "*", minute = "*", second = "25", persistent = false, info = "seal bodies anew")
  void run() {
    runner.run();
  }
}
