package io.restante.mailbox;

import io.restante.database.LeftToNextRound;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;

/** Every second, on every node: one query for all mailboxes that this node's readers wait for. */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class PullWaker {
  @Inject private PullWaiters waiters;

  @Schedule(hour = "*", minute = "*", second = "*", persistent = false, info = "wake readers")
  void compare() {
    waiters.compare();
  }
}
