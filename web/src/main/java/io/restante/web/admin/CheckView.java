package io.restante.web.admin;

import io.restante.mailbox.MailboxCount;
import io.restante.mailbox.MailboxFigures;
import io.restante.mailbox.MailboxRepair;
import java.time.Instant;
import java.util.List;

/**
 * What a check found.
 *
 * @param checked how many mailboxes
 * @param drifted those that take no writes until they are repaired
 * @param hasMore whether to go on with {@code nextCursor}
 */
public record CheckView(long checked, List<Drifted> drifted, String nextCursor, boolean hasMore) {
  /**
   * A mailbox whose counters contradict its rows, or did when it was marked.
   *
   * @param pendingCount by the counter
   * @param countedPending by the rows
   * @param quarantinedCount by the counter
   * @param countedQuarantined by the rows
   * @param highestSequence of its envelopes and tombstones; 0 if there are none
   */
  public record Drifted(
      String domain,
      String mailbox,
      long pendingCount,
      long countedPending,
      long pendingBytes,
      long countedBytes,
      long quarantinedCount,
      long countedQuarantined,
      long nextSequence,
      long highestSequence,
      Instant driftedAt) {
    static Drifted of(MailboxCount count) {
      MailboxFigures counters = count.counters();
      MailboxFigures rows = count.rows();
      return new Drifted(
          count.address().domain(),
          count.address().mailbox(),
          counters.count(),
          rows.count(),
          counters.bytes(),
          rows.bytes(),
          counters.quarantined(),
          rows.quarantined(),
          counters.nextSequence(),
          rows.nextSequence() - 1,
          count.driftedAt());
    }
  }

  /** Counters of a mailbox. */
  public record Counters(
      long pendingCount, long pendingBytes, long quarantinedCount, long nextSequence) {
    static Counters of(MailboxFigures figures) {
      return new Counters(
          figures.count(), figures.bytes(), figures.quarantined(), figures.nextSequence());
    }
  }

  /** What a repair set, and what was there before. */
  public record Repaired(String domain, String mailbox, Counters before, Counters after) {
    static Repaired of(MailboxRepair repair) {
      return new Repaired(
          repair.address().domain(),
          repair.address().mailbox(),
          Counters.of(repair.before()),
          Counters.of(repair.after()));
    }
  }
}
