package io.restante.mailbox;

/**
 * What a mailbox holds, by its counters or by its rows.
 *
 * @param bytes of bodies
 * @param quarantined envelopes that were set aside, which are not in the count
 * @param nextSequence the next one to give; by the rows, one more than the highest that is stored
 */
public record MailboxFigures(long count, long bytes, long quarantined, long nextSequence) {
  /** The figures that counters should have whose rows are these: no sequence is given twice. */
  MailboxFigures notBelow(long sequence) {
    return new MailboxFigures(count, bytes, quarantined, Math.max(nextSequence, sequence));
  }

  /** As the audit says it. */
  String text() {
    return "count %d, bytes %d, quarantined %d, next sequence %d"
        .formatted(count, bytes, quarantined, nextSequence);
  }
}
