package io.restante.web.queue;

import io.restante.error.ValidationFailedException;
import io.restante.queue.OutgoingMessage;
import io.restante.queue.QueueAddress;
import io.restante.web.json.RawJson;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A message to send.
 *
 * @param queue on the batch route only: there the path names none
 * @param payload any JSON value
 */
public record EnqueueRequest(
    String queue,
    String messageId,
    @Schema(implementation = Object.class) RawJson payload,
    Map<String, String> headers,
    String orderingKey,
    Instant notBefore,
    Instant expiresAt) {
  /** The path names the queue; a second name could only contradict it. */
  static void requireNoQueue(EnqueueRequest request) {
    if (request.queue() != null) {
      throw new ValidationFailedException("queue", "is not a known field");
    }
  }

  OutgoingMessage toMessage(QueueAddress address) {
    if (headers != null && headers.values().stream().anyMatch(Objects::isNull)) {
      throw new ValidationFailedException("headers", "must have strings for values");
    }
    return new OutgoingMessage(
        address,
        messageId,
        payload == null ? null : payload.text(),
        headers,
        orderingKey,
        notBefore,
        expiresAt);
  }
}
