package io.restante.web.queue;

import io.restante.error.ValidationFailedException;
import java.time.Instant;

/**
 * What to take out of a queue.
 *
 * @param before messages that were sent by then
 */
public record PurgeRequest(Instant before) {
  Instant cut() {
    if (before == null) {
      throw new ValidationFailedException("before", "is required");
    }
    return before;
  }
}
