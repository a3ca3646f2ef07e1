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

/**
 * Every two seconds, on every node: forgets mailboxes that were deleted on another node, or sealed
 * or not by a change there.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class DirectoryChecker {
  @Inject private MailboxDirectory directory;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "*/2",
      persistent = false,
      info = "forget deleted mailboxes")
  void check() {
    directory.forgetChanged();
  }
}
