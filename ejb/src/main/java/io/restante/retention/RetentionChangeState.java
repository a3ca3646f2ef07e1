package io.restante.retention;

import java.time.Instant;

/**
 * A retention change as administrators see it.
 *
 * @param domain null for all domains
 * @param remove what the preview found to remove
 * @param shorten what the preview found to shorten
 * @param removed what the run has removed so far
 * @param shortened what the run has shortened so far
 * @param mailboxesLeft how many mailboxes the run has still to do
 */
public record RetentionChangeState(
    String id,
    Stage stage,
    String domain,
    String mailboxPattern,
    long ttlSeconds,
    Instant previewedAt,
    Instant confirmBy,
    Instant appliedAt,
    Instant finishedAt,
    Affected remove,
    Affected shorten,
    Affected removed,
    Affected shortened,
    long mailboxesLeft) {
  /** How far a change is. */
  public enum Stage {
    /** Waits for its confirmation. */
    PREVIEWED,
    /** Runs, or waits for a node to go on with it. */
    APPLYING,
    /** Everything is done. */
    DONE,
    /** Was not confirmed in time; did nothing. */
    EXPIRED
  }

  /**
   * Envelopes.
   *
   * @param bytes of their bodies
   * @param oldestAcceptedAt null if there are none, or where it is not kept
   */
  public record Affected(
      long count, long bytes, Instant oldestAcceptedAt, Instant newestAcceptedAt) {
    static Affected of(long count, long bytes) {
      return new Affected(count, bytes, null, null);
    }

    /** What of these is not among the others: finalized, expired or deleted meanwhile. */
    public Affected without(Affected others) {
      return of(Math.max(0, count - others.count), Math.max(0, bytes - others.bytes));
    }
  }
}
