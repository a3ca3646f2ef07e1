package io.restante.queue;

import java.time.Instant;

/**
 * A queue's counters beside its rows, at one moment.
 *
 * @param driftedAt since when it takes no writes, or null if it does
 * @param leftBodies bodies of messages that are at their end, or gone
 * @param missingBodies stored messages without a body: each is set aside when it is met, and no
 *     reason to stop the others
 * @param misplaced messages that are found where they should not be, or not where they should
 * @param rowsRead how many rows were read to know this
 */
public record QueueCount(
    QueueAddress address,
    Instant driftedAt,
    QueueFigures counters,
    QueueFigures rows,
    long leftBodies,
    long missingBodies,
    long misplaced,
    long rowsRead) {
  boolean isMarked() {
    return driftedAt != null;
  }

  boolean isSound() {
    return counters.isSoundWith(rows) && leftBodies == 0 && misplaced == 0;
  }

  /** Whether an administrator has to do something about it. */
  public boolean isDrifted() {
    return isMarked() || !isSound();
  }

  QueueCount markedAt(Instant instant) {
    return new QueueCount(
        address, instant, counters, rows, leftBodies, missingBodies, misplaced, rowsRead);
  }
}
