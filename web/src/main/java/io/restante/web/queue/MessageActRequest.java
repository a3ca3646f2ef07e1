package io.restante.web.queue;

import io.restante.error.ValidationFailedException;
import io.restante.queue.MessageVersion;
import java.time.Instant;

/**
 * Which state of a message something is done to.
 *
 * @param notBefore of a redrive only: not handed out earlier
 */
public record MessageActRequest(
    Long expectedStateVersion, Integer expectedGeneration, Instant notBefore) {
  MessageVersion expected() {
    if (expectedStateVersion == null || expectedStateVersion <= 0) {
      throw new ValidationFailedException("expectedStateVersion", "must be above 0");
    }
    if (expectedGeneration == null || expectedGeneration <= 0) {
      throw new ValidationFailedException("expectedGeneration", "must be above 0");
    }
    return new MessageVersion(expectedStateVersion, expectedGeneration);
  }

  MessageVersion expectedWithoutTime() {
    if (notBefore != null) {
      throw new ValidationFailedException("notBefore", "must be absent here");
    }
    return expected();
  }
}
