package io.restante.retention;

import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.mailbox.EnvelopeCutter;
import io.restante.retention.RetentionChangeState.Affected;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The transactions of a change's run: each does one piece of one mailbox.
 *
 * <p>Order of locks: the change's row, which only one node gets and the others skip; the mailbox's
 * row; its envelopes. Envelopes, counters and progress are committed together: a crash loses the
 * piece at most, and whoever claims the change next does it.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class RetentionBatchTransaction {
  static final int CHANGES = 100;

  /** Clocks of nodes may differ; what can just be confirmed must not expire. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  @Inject private JpaRetentionChangeStore store;
  @Inject private EnvelopeCutter cutter;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  /**
   * The next {@link #CHANGES} changes that run, oldest first, read without a lock.
   *
   * @param after the key of the last one before, or 0
   */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public List<Long> applying(long after) {
    return store.applying(after, CHANGES);
  }

  /** The previews that were not confirmed in time. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public List<Long> overdue() {
    return store.overdue(clock.instant().minus(GRACE), CHANGES);
  }

  /** The mailbox that is next in a change, read without a lock. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public Optional<Long> nextMailbox(long key) {
    return store.next(key).map(RetentionTarget::mailboxId);
  }

  /**
   * Does the next piece.
   *
   * @return whether there may be another one for this node, now
   */
  public boolean step(long key, int limit) {
    return store
        .claim(key)
        .filter(RetentionChange::isApplying)
        .map(change -> step(change, limit))
        .orElse(false);
  }

  /**
   * Forgets mailboxes of a preview that was not confirmed in time, and the preview with the last.
   *
   * @return how many mailboxes
   */
  public int expire(long key, int limit) {
    Optional<RetentionChange> change = store.claim(key).filter(RetentionChange::isPreviewed);
    if (change.isEmpty()) {
      return 0;
    }
    int forgotten = store.forgetTargets(key, limit);
    if (forgotten < limit) {
      change.get().expire();
    }
    return forgotten;
  }

  private boolean step(RetentionChange change, int limit) {
    Optional<RetentionTarget> next = store.next(change.key());
    if (next.isPresent()) {
      cut(change, next.get(), limit);
      return true;
    }
    if (store.left(change.key()) == 0) {
      finish(change);
    }
    return false;
  }

  private void cut(RetentionChange change, RetentionTarget target, int limit) {
    EnvelopeCutter.Piece piece =
        cutter.cut(
            target.mailboxId(), change.cut(), target.doneSequence(), target.lastSequence(), limit);
    change.did(piece);
    if (piece.complete()) {
      store.remove(target);
    } else {
      target.doneUpTo(piece.lastSequence());
    }
  }

  private void finish(RetentionChange change) {
    change.finish(clock.instant());
    RetentionChangeState end = change.state(0);
    audit.record(
        AuditEntry.of(change.principal(), "retention-change.end")
            .in(change.domain())
            .on(change.resource())
            .withDetail(
                text("removed", end.removed(), end.remove())
                    + "; "
                    + text("shortened", end.shortened(), end.shorten())));
  }

  private static String text(String what, Affected done, Affected previewed) {
    return "%s %d (%d bytes) of %d previewed"
        .formatted(what, done.count(), done.bytes(), previewed.count());
  }
}
