package io.restante.mailbox;

import io.restante.database.LeftToNextRound;
import io.restante.database.TransactionRetry;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.sweep.BoundedSweep;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import java.util.concurrent.CompletionException;
import org.jboss.logging.Logger;

/**
 * Every five seconds, on every node: removes expired envelopes, mailbox by mailbox, 500 at once, at
 * most 20 times for one of them in a round. It goes through the pipeline, which locks the mailbox's
 * row; of two nodes, the second finds gone what the first removed. A mailbox whose counters do not
 * allow it is marked: it would be found again each time, and a thousand of them instead of others.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class EnvelopeExpirer {
  private static final Logger LOG = Logger.getLogger(EnvelopeExpirer.class);
  private static final int MAILBOXES = 1_000;
  private static final int PIECES = 20;

  @Inject private EnvelopeReader reader;
  @Inject private MailboxWrites writes;
  @Inject private MailboxCheckService checks;
  @Inject private TransactionRetry retry;

  @Schedule(hour = "*", minute = "*", second = "*/5", persistent = false, info = "expire envelopes")
  void expire() {
    long expired = 0;
    for (long mailboxId : reader.mailboxesWithExpired(MAILBOXES)) {
      expired += BoundedSweep.run(limit -> expire(mailboxId, limit), PIECES);
    }
    if (expired > 0) {
      LOG.debugf("Removed %d expired envelopes.", expired);
    }
  }

  private int expire(long mailboxId, int limit) {
    try {
      return writes.run(new ExpireCommand(mailboxId, limit)).toCompletableFuture().join().outcome();
    } catch (CompletionException failure) {
      LOG.debugf("Expiry of a mailbox is left to the next round: %s", failure.getMessage());
      if (failure.getCause() instanceof RestanteException refusal
          && refusal.code() == ErrorCode.RECOVERY_REQUIRED) {
        retry.call(() -> checks.confirm(mailboxId));
      }
      return 0;
    }
  }
}
