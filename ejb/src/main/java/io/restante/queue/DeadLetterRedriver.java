package io.restante.queue;

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
 * Every second, on every node: goes on with orders to redrive dead letters, 500 messages or a
 * second's worth of their rate at once, until they are done. Of two nodes, one does a piece, and
 * the other waits for it and does the next, if that is due.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class DeadLetterRedriver {
  @Inject private RedriveRunner runner;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "*",
      persistent = false,
      info = "redrive dead letters")
  void run() {
    runner.run();
  }
}
