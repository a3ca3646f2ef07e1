package io.restante.queue;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
 * @param notBefore not handed out earlier; null for at once. Of the years 0 to 9999, cut to
 *     milliseconds
 * @param expiresAt not handed out from then on: in the future, and after {@code notBefore}; null
 *     for never. Of the same years, and cut likewise
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

  /** What can be stored. */
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

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
    notBefore = requireTime("notBefore", notBefore);
    expiresAt = requireTime("expiresAt", expiresAt);
  }

  private static Instant requireTime(String field, Instant time) {
    if (time == null) {
      return null;
    }
    Instant cut = time.truncatedTo(ChronoUnit.MILLIS);
    if (cut.isBefore(FIRST) || cut.isAfter(LAST)) {
      throw new ValidationFailedException(field, "must be in the years 0 to 9999");
    }
    return cut;
  }

  private static void requireHeader(String name, String value) {
    Identifiers.require("headers", name);
    if (value.length() > LONGEST_VALUE) {
      throw new ValidationFailedException(
          "headers", "must have values of at most " + LONGEST_VALUE + " characters");
    }
  }
}
