package io.restante.web.admin;

import io.restante.queue.QueueCount;
import io.restante.queue.QueueCounters;
import io.restante.queue.QueueFigures;
import io.restante.queue.QueueRepair;
import java.time.Instant;
import java.util.List;

/**
 * What a check of queues found.
 *
 * @param checked how many queues
 * @param drifted those that take no writes until they are repaired, and those that miss bodies
 * @param hasMore whether to go on with {@code nextCursor}
 */
public record QueueCheckView(
    long checked, List<Found> drifted, String nextCursor, boolean hasMore) {
  /**
   * A queue whose counters contradict its rows, or did when it was marked, or that misses bodies.
   *
   * @param counted by the rows; the next numbers are one more than the highest stored
   * @param leftBodies bodies of messages that are at their end, or gone
   * @param missingBodies stored messages without a body
   * @param misplaced messages that are found where they should not be, or not where they should
   * @param driftedAt absent if it takes writes
   */
  public record Found(
      String domain,
      String queue,
      Figures counters,
      Figures counted,
      long leftBodies,
      long missingBodies,
      long misplaced,
      Instant driftedAt) {
    static Found of(QueueCount count) {
      return new Found(
          count.address().domain(),
          count.address().queue(),
          Figures.of(count.counters()),
          Figures.of(count.rows()),
          count.leftBodies(),
          count.missingBodies(),
          count.misplaced(),
          count.driftedAt());
    }
  }

  /** What a queue holds. */
  public record Figures(
      long storedMessages,
      long storedBytes,
      long inFlightMessages,
      long inFlightBytes,
      long deadLetterMessages,
      long deadLetterBytes,
      long nextSequence,
      long nextReadySequence,
      long nextParkedSequence,
      long nextFence) {
    static Figures of(QueueFigures figures) {
      QueueCounters counters = figures.counters();
      return new Figures(
          counters.storedMessages(),
          counters.storedBytes(),
          counters.inFlightMessages(),
          counters.inFlightBytes(),
          counters.deadLetterMessages(),
          counters.deadLetterBytes(),
          figures.nextSequence(),
          figures.nextReadySequence(),
          figures.nextParkedSequence(),
          figures.nextFence());
    }
  }

  /** What a repair set, and what was there before. */
  public record Repaired(String domain, String queue, Figures before, Figures after) {
    static Repaired of(QueueRepair repair) {
      return new Repaired(
          repair.address().domain(),
          repair.address().queue(),
          Figures.of(repair.before()),
          Figures.of(repair.after()));
    }
  }
}
