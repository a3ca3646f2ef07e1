package io.restante.inbox;

import io.restante.error.ValidationFailedException;
import java.time.Instant;
import java.util.Objects;

/**
 * Which dead messages to list.
 *
 * @param after where an earlier page ended, or null from the oldest
 * @param limit 1 to 1,000
 * @param type only messages of this type, or null for all
 * @param before only those that died earlier than this, or null for all
 */
public record DeadLetterQuery(
    InboxScope scope, Position after, int limit, String type, Instant before) {
  public static final int DEFAULT_LIMIT = 100;
  public static final int MAX_LIMIT = 1_000;

  /**
   * @throws ValidationFailedException if the limit is out of bounds
   */
  public DeadLetterQuery {
    Objects.requireNonNull(scope);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ValidationFailedException("limit", "must be 1 to " + MAX_LIMIT);
    }
  }

  /** The first page of a scope. */
  public static DeadLetterQuery of(InboxScope scope) {
    return new DeadLetterQuery(scope, null, DEFAULT_LIMIT, null, null);
  }

  /** The same from there on. */
  public DeadLetterQuery after(Position position) {
    return new DeadLetterQuery(scope, position, limit, type, before);
  }

  /** A place in the list: after this message. */
  public record Position(Instant deadAt, MessageId id) {}
}
