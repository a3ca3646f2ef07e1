package io.restante.inbox;

import io.restante.database.LeftToNextRound;
import io.restante.sweep.BoundedSweep;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import org.jboss.logging.Logger;

/**
 * Every ten seconds, on every node: clears records of the inbox that are old enough, 500 at once,
 * at most 100 times in a round for each of completed, failed and dead ones. Two nodes at once get
 * different ones.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class InboxPurger {
  private static final Logger LOG = Logger.getLogger(InboxPurger.class);
  private static final int PIECES = 100;

  @Inject private InboxTransaction transactions;
  @Inject private InboxConfig config;

  @PostConstruct
  void warn() {
    if (config.forgetsTooEarly()) {
      LOG.warnf(
          "Messages can be delivered again for %s (restante.inbox.redelivery.longest), but that they"
              + " were handled is forgotten after %s (restante.inbox.completed.max-age): some may be"
              + " handled twice.",
          config.longestRedelivery(), config.completedMaxAge());
    }
  }

  @Schedule(hour = "*", minute = "*", second = "9/10", persistent = false, info = "purge the inbox")
  void purge() {
    for (JdbcInboxStore.Sweep sweep : JdbcInboxStore.Sweep.values()) {
      BoundedSweep.run(limit -> transactions.sweep(sweep, limit), PIECES);
    }
  }
}
