package io.restante.web.admin;

import io.restante.outbox.EventType;
import io.restante.outbox.OutboxState;
import java.time.Instant;
import java.util.List;

/**
 * What is in the outbox.
 *
 * @param counts a row for each type and state that there is
 * @param dead the newest events that were given up, at most 100
 */
public record OutboxView(List<Count> counts, List<Dead> dead) {
  static OutboxView of(OutboxState state) {
    return new OutboxView(
        state.counts().stream().map(Count::of).toList(),
        state.dead().stream().map(Dead::of).toList());
  }

  /** How many events of a type are in a state, and when the oldest of them was caused. */
  public record Count(EventType type, String state, long count, Instant oldestCreatedAt) {
    static Count of(OutboxState.Count count) {
      return new Count(count.type(), count.state(), count.count(), count.oldestCreatedAt());
    }
  }

  /** An event that was given up. */
  public record Dead(
      long id, EventType type, int attempts, String lastError, Instant createdAt, Instant diedAt) {
    static Dead of(OutboxState.Dead dead) {
      return new Dead(
          dead.id(),
          dead.type(),
          dead.attempts(),
          dead.lastError(),
          dead.createdAt(),
          dead.diedAt());
    }
  }
}
