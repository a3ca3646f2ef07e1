package io.restante.queue;

/**
 * What a queue holds, by its counters or by its rows.
 *
 * @param nextSequence the next ones to give; by the rows, one more than the highest that is stored
 */
public record QueueFigures(
    QueueCounters counters,
    long nextSequence,
    long nextReadySequence,
    long nextParkedSequence,
    long nextFence) {
  /** The figures that counters should have whose rows are these: no number is given twice. */
  QueueFigures notBelow(QueueFigures given) {
    return new QueueFigures(
        counters,
        Math.max(nextSequence, given.nextSequence),
        Math.max(nextReadySequence, given.nextReadySequence),
        Math.max(nextParkedSequence, given.nextParkedSequence),
        Math.max(nextFence, given.nextFence));
  }

  boolean isSoundWith(QueueFigures rows) {
    return counters.equals(rows.counters) && equals(notBelow(rows));
  }

  /** As the audit says it. */
  String text() {
    return "stored %d (%d bytes), in flight %d (%d), dead %d (%d), next %d, %d, %d, %d"
        .formatted(
            counters.storedMessages(),
            counters.storedBytes(),
            counters.inFlightMessages(),
            counters.inFlightBytes(),
            counters.deadLetterMessages(),
            counters.deadLetterBytes(),
            nextSequence,
            nextReadySequence,
            nextParkedSequence,
            nextFence);
  }
}
