package io.restante.web.inbox;

import io.restante.error.ValidationFailedException;
import io.restante.inbox.InboxPurgeRequest;
import io.restante.inbox.InboxScope;
import java.time.Duration;

/**
 * What to clear away of a scope; what is absent stays.
 *
 * @param completedMaxAgeSeconds completed so long ago or longer
 * @param incompleteMaxAgeSeconds open, with failures, and unchanged for so long
 * @param deadMaxAgeSeconds dead for so long
 * @param limit of each kind, 1 to 10000, else 1000
 */
public record InboxPurgeForm(
    Long completedMaxAgeSeconds,
    Long incompleteMaxAgeSeconds,
    Long deadMaxAgeSeconds,
    Integer limit) {
  private static final long MAX_SECONDS = Duration.ofDays(36_500).toSeconds();

  InboxPurgeRequest request(InboxScope scope) {
    return new InboxPurgeRequest(
        scope,
        age("completedMaxAgeSeconds", completedMaxAgeSeconds),
        age("incompleteMaxAgeSeconds", incompleteMaxAgeSeconds),
        age("deadMaxAgeSeconds", deadMaxAgeSeconds),
        limit == null ? InboxPurgeRequest.DEFAULT_LIMIT : limit);
  }

  private static Duration age(String field, Long seconds) {
    if (seconds != null && (seconds < 0 || seconds > MAX_SECONDS)) {
      throw new ValidationFailedException(field, "must be 0 to " + MAX_SECONDS);
    }
    return seconds == null ? null : Duration.ofSeconds(seconds);
  }
}
