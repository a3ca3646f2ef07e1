package io.restante.mailbox;

import java.time.Instant;

/**
 * A mailbox's counters beside its rows, at one moment.
 *
 * @param driftedAt since when it takes no writes, or null if it does
 * @param rowsRead how many rows were read to know this
 */
public record MailboxCount(
    MailboxAddress address,
    Instant driftedAt,
    MailboxFigures counters,
    MailboxFigures rows,
    long rowsRead) {
  boolean isMarked() {
    return driftedAt != null;
  }

  boolean isSound() {
    return counters.count() == rows.count()
        && counters.bytes() == rows.bytes()
        && counters.quarantined() == rows.quarantined()
        && counters.nextSequence() >= rows.nextSequence();
  }

  /** Whether an administrator has to do something about it. */
  public boolean isDrifted() {
    return isMarked() || !isSound();
  }

  MailboxCount markedAt(Instant instant) {
    return new MailboxCount(address, instant, counters, rows, rowsRead);
  }
}
