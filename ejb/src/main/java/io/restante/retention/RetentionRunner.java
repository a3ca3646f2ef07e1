package io.restante.retention;

import io.restante.database.TransactionRetry;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.mailbox.MailboxCheckService;
import io.restante.mailbox.MailboxCount;
import io.restante.sweep.BoundedSweep;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
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

  /** Blocks until there is nothing left that this node could do now, at any change. */
  void run() {
    long after = 0;
    List<Long> changes;
    do {
      changes = batches.applying(after);
      changes.forEach(this::run);
      after = changes.isEmpty() ? after : changes.get(changes.size() - 1);
    } while (changes.size() == RetentionBatchTransaction.CHANGES);
  }

  private void run(long key) {
    while (step(key)) {
      BoundedSweep.pause();
    }
  }

  private boolean step(long key) {
    try {
      return retry.call(() -> batches.step(key, BoundedSweep.PIECE));
    } catch (RestanteException refusal) {
      LOG.debugf("A piece of a retention change was refused: %s.", refusal.code());
      return refusal.code() == ErrorCode.RECOVERY_REQUIRED && markNext(key);
    }
  }

  /**
   * Marks a mailbox whose counters do not allow its piece, so that the others need not wait. It is
   * told of once: it is not met again until it is repaired.
   */
  private boolean markNext(long key) {
    boolean marked =
        batches
            .nextMailbox(key)
            .flatMap(id -> retry.call(() -> checks.confirm(id)))
            .filter(MailboxCount::isDrifted)
            .isPresent();
    if (marked) {
      LOG.warn("A retention change left out a mailbox, which has to be repaired.");
    }
    return marked;
  }

  /** Ends the previews that nobody confirmed. */
  void expirePreviews() {
    for (long key : batches.overdue()) {
      BoundedSweep.run(limit -> retry.call(() -> batches.expire(key, limit)), Integer.MAX_VALUE);
    }
  }
}
