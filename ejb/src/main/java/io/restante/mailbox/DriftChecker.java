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
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Every hour, on every node: compares the counters of all mailboxes with their rows, 100 mailboxes
 * at once, and marks those that drifted. Two nodes at once find the same, and the second finds the
 * mark.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class DriftChecker {
  private static final Logger LOG = Logger.getLogger(DriftChecker.class);

  @Inject private MailboxCheck check;

  @Schedule(hour = "*", minute = "17", second = "45", persistent = false, info = "check mailboxes")
  void checkAll() {
    MailboxCheck.Part part = new MailboxCheck.Part(0, List.of(), 0, true);
    while (part.hasMore()) {
      part = check.run(null, MailboxPattern.all(), part.position());
      if (!part.drifted().isEmpty()) {
        LOG.errorf(
            "%d mailboxes have counters that contradict their rows, and take no writes until they"
                + " are repaired: see POST /admin/check.",
            part.drifted().size());
      }
    }
  }
}
