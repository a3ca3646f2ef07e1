package io.restante.inbox;

import io.restante.error.ValidationFailedException;
import java.time.Duration;
import java.util.Objects;

/**
 * What to clear away. A completed record may go only when its message can no longer be delivered
 * again; the others are all that is left of messages that failed.
 *
 * @param scope only of this scope, or null for all
 * @param completed completed so long ago or longer; null for none
 * @param incomplete open, with recorded failures, and unchanged for so long; null for none
 * @param dead dead for so long; null for none
 * @param limit of each sweep, 1 to 10,000
 */
public record InboxPurgeRequest(
    InboxScope scope, Duration completed, Duration incomplete, Duration dead, int limit) {
  public static final Duration DEFAULT_COMPLETED = Duration.ofDays(7);
  public static final int DEFAULT_LIMIT = 1_000;
  public static final int MAX_LIMIT = 10_000;
  private static final Duration MAX_AGE = Duration.ofDays(36_500);

  /**
   * @throws ValidationFailedException if one of them is out of bounds
   */
  public InboxPurgeRequest {
    requireAge("completed", completed);
    requireAge("incomplete", incomplete);
    requireAge("dead", dead);
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ValidationFailedException("limit", "must be 1 to " + MAX_LIMIT);
    }
  }

  /** Completed records of a week, of all scopes, and nothing else. */
  public static InboxPurgeRequest byDefault() {
    return new InboxPurgeRequest(null, DEFAULT_COMPLETED, null, null, DEFAULT_LIMIT);
  }

  /** The same of one scope. */
  public InboxPurgeRequest of(InboxScope aScope) {
    return new InboxPurgeRequest(
        Objects.requireNonNull(aScope), completed, incomplete, dead, limit);
  }

  private static void requireAge(String field, Duration age) {
    if (age != null && (age.isNegative() || age.compareTo(MAX_AGE) > 0)) {
      throw new ValidationFailedException(field, "must be 0 to 36500 days");
    }
  }
}
