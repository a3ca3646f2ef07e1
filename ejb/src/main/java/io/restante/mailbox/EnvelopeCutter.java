package io.restante.mailbox;

import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * Removes and shortens envelopes of a mailbox in the caller's transaction. It locks the mailbox's
 * row, then the envelopes, and writes the counters with them. What has expired or was finalized
 * meanwhile is left alone; nothing ever gets a longer life.
 */
@ApplicationScoped
public class EnvelopeCutter {
  @Inject private JpaMailboxStore store;
  @Inject private MailboxConfig config;
  @Inject private MailboxLedgers ledgers;
  @Inject private Clock clock;

  /**
   * What was done to envelopes of one mailbox.
   *
   * @param lastSequence up to which the mailbox is done
   * @param complete whether it is done up to where it was to be
   */
  public record Piece(
      long removed,
      long removedBytes,
      long shortened,
      long shortenedBytes,
      long lastSequence,
      boolean complete) {
    private static Piece nothing(long lastSequence) {
      return new Piece(0, 0, 0, 0, lastSequence, true);
    }
  }

  /**
   * Fixes a shorter life now.
   *
   * @throws ValidationFailedException unless it is within the instance's bounds
   */
  public RetentionCut fix(Long ttlSeconds) {
    long min = config.minTtl().toSeconds();
    long max = config.maxTtl().toSeconds();
    if (ttlSeconds == null || ttlSeconds < min || ttlSeconds > max) {
      throw new ValidationFailedException("ttlSeconds", "must be " + min + " to " + max);
    }
    return new RetentionCut(clock.instant(), Duration.ofSeconds(ttlSeconds));
  }

  /**
   * Cuts at most so many envelopes of those in a range of sequences.
   *
   * @throws RestanteException RECOVERY_REQUIRED if the mailbox takes no writes
   */
  public Piece cut(long mailboxId, RetentionCut cut, long after, long last, int limit) {
    MailboxLedger ledger = ledgers.open(mailboxId);
    try {
      ledger.mailbox(mailboxId);
    } catch (NotFoundException deleted) {
      return Piece.nothing(last);
    }
    List<EnvelopeHead> found =
        store.pendingAcceptedBy(cut.fixedAt(), mailboxId, after, last, ledger.now(), limit);
    List<EnvelopeHead> cuttable = found.stream().filter(cut::shortens).toList();
    List<EnvelopeHead> removed = cuttable.stream().filter(cut::removes).toList();
    List<EnvelopeHead> shortened = cuttable.stream().filter(head -> !cut.removes(head)).toList();
    ledger.remove(removed);
    ledger.close();
    store.shorten(shortened, cut.ttl());
    boolean complete = found.size() < limit;
    return new Piece(
        removed.size(),
        bytes(removed),
        shortened.size(),
        bytes(shortened),
        complete ? last : found.get(found.size() - 1).sequence(),
        complete);
  }

  private static long bytes(Collection<EnvelopeHead> envelopes) {
    return envelopes.stream().mapToLong(EnvelopeHead::bodyBytes).sum();
  }
}
