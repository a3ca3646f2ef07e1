package io.restante.queue;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * A message that a producer sends.
 *
 * @param messageId an identifier; taken for ever once it was sent to the queue, whatever became of
 *     it, until retention removes it
 * @param payload a JSON value, as text; stored sealed. With the headers, as JSON, and 4 bytes it is
 *     at most as large as the queue allows ({@link QueuePolicy#payloadLimitBytes()})
 * @param headers up to 32, each name an identifier, each value up to 1,024 characters; stored with
 *     the payload; null for none
 * @param orderingKey an identifier; required where the queue orders by it, else absent
 * @param notBefore not handed out earlier; null for at once
 * @param expiresAt not handed out from then on: in the future, and after {@code notBefore}; null
 *     for never
 */
public record OutgoingMessage(
    QueueAddress queue,
    String messageId,
    String payload,
    Map<String, String> headers,
    String orderingKey,
    Instant notBefore,
    Instant expiresAt) {
  private static final int MOST_HEADERS = 32;
  private static final int LONGEST_VALUE = 1_024;

  /**
   * @throws ValidationFailedException if a field is absent or out of bounds
   */
  public OutgoingMessage {
    Objects.requireNonNull(queue);
    Identifiers.require("messageId", messageId);
    if (payload == null) {
      throw new ValidationFailedException("payload", "is required");
    }
    headers = headers == null ? Map.of() : Map.copyOf(headers);
    if (headers.size() > MOST_HEADERS) {
      throw new ValidationFailedException("headers", "must be at most " + MOST_HEADERS);
    }
    headers.forEach(OutgoingMessage::requireHeader);
    if (orderingKey != null) {
      Identifiers.require("orderingKey", orderingKey);
    }
  }

  private static void requireHeader(String name, String value) {
    Identifiers.require("headers", name);
    if (value.length() > LONGEST_VALUE) {
      throw new ValidationFailedException(
          "headers", "must have values of at most " + LONGEST_VALUE + " characters");
    }
  }
}
