package io.restante.outbox;

import java.time.Instant;
import java.util.List;

/**
 * What is in the outbox.
 *
 * @param counts a row for each type and state that there is
 * @param dead the events that were given up, newest first, at most 100
 */
public record OutboxState(List<Count> counts, List<Dead> dead) {
  /**
   * How many events are in a state.
   *
   * @param state PENDING, PUBLISHED, DONE or DEAD
   * @param oldestCreatedAt when the oldest of them was caused
   */
  public record Count(EventType type, String state, long count, Instant oldestCreatedAt) {}

  /**
   * An event that was given up.
   *
   * @param lastError the code of what its last attempt failed with
   */
  public record Dead(
      long id, EventType type, int attempts, String lastError, Instant createdAt, Instant diedAt) {}
}
