package io.restante.queue;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.time.Duration;

/**
 * What a consumer asks for.
 *
 * @param requestId an identifier: the same id and request get the same deliveries again; null for
 *     none
 * @param maxMessages 1 to 100
 * @param maxBytes of their bodies, 1 to 16 MiB; a first message that is larger gives none
 * @param lease how long they are the consumer's, a second up to the queue's limit; not null
 */
public record ReceiveRequest(String requestId, int maxMessages, int maxBytes, Duration lease) {
  public static final int MAX_MESSAGES = 100;
  public static final int DEFAULT_BYTES = 1 << 20;
  public static final int MAX_BYTES = 16 << 20;
  public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

  /**
   * @throws ValidationFailedException if a field is absent or out of bounds
   */
  public ReceiveRequest {
    if (requestId != null) {
      Identifiers.require("requestId", requestId);
    }
    if (maxMessages < 1 || maxMessages > MAX_MESSAGES) {
      throw new ValidationFailedException("maxMessages", "must be 1 to " + MAX_MESSAGES);
    }
    if (maxBytes < 1 || maxBytes > MAX_BYTES) {
      throw new ValidationFailedException("maxBytes", "must be 1 to " + MAX_BYTES);
    }
    if (lease == null) {
      throw new ValidationFailedException("leaseSeconds", "is required");
    }
  }
}
