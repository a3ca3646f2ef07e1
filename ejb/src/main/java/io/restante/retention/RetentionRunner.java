package io.restante.retention;

import io.restante.database.TransactionRetry;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.mailbox.MailboxCheckService;
import io.restante.sweep.BoundedSweep;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.logging.Logger;

/**
 * Goes on with the changes that run, piece by piece. Several runners at once, on one node or more,
 * share the changes between them: a change that another one works on is skipped.
 */
@ApplicationScoped
public class RetentionRunner {
  private static final Logger LOG = Logger.getLogger(RetentionRunner.class);

  @Inject private RetentionBatchTransaction batches;
  @Inject private MailboxCheckService checks;
  @Inject private TransactionRetry retry;
  @Resource private ManagedExecutorService executor;

  /** Does not block; if it cannot be begun now, the timer will. */
  public void startSoon() {
    try {
      executor.execute(this::run);
    } catch (RejectedExecutionException busy) {
      LOG.debug("A retention change is left to the timer.");
    }
  }

  /** Blocks until there is nothing left that this node could do now. */
  void run() {
    for (long key : batches.applying()) {
      try {
        while (retry.call(() -> batches.step(key, BoundedSweep.PIECE))) {
          BoundedSweep.pause();
        }
      } catch (RestanteException refusal) {
        LOG.warnf("A retention change is left to the next round: %s.", refusal.code());
        if (refusal.code() == ErrorCode.RECOVERY_REQUIRED) {
          markNext(key);
        }
      }
    }
  }

  /**
   * A mailbox whose counters do not allow the change is marked, so that the others need not wait.
   */
  private void markNext(long key) {
    batches.nextMailbox(key).ifPresent(id -> retry.call(() -> checks.confirm(id)));
  }

  /** Ends the previews that nobody confirmed. */
  void expirePreviews() {
    for (long key : batches.overdue()) {
      BoundedSweep.run(limit -> retry.call(() -> batches.expire(key, limit)), Integer.MAX_VALUE);
    }
  }
}
