package io.restante.inbox;

import io.restante.error.ValidationFailedException;
import java.util.Objects;

/**
 * What is recorded of a message: what names it and what it belongs to, never its payload.
 *
 * @param type what it is, such as {@code order.placed}: 1 to 128 bytes without control characters
 * @param version of the type, 1 or more
 * @param conversationId what it belongs to, 1 to 200 bytes
 * @param correlationId what it answers, 1 to 200 bytes, or null
 * @param causationId what caused it, 1 to 200 bytes, or null
 */
public record InboxMessage(
    MessageId id,
    String type,
    int version,
    String conversationId,
    String correlationId,
    String causationId) {
  private static final int MAX_TYPE_BYTES = 128;

  /**
   * @throws ValidationFailedException if one of them is out of bounds
   */
  public InboxMessage {
    Objects.requireNonNull(id);
    InboxText.requirePrintable("type", type, MAX_TYPE_BYTES);
    if (version < 1) {
      throw new ValidationFailedException("version", "must be 1 or more");
    }
    InboxText.require("conversationId", conversationId, MessageId.MAX_BYTES);
    if (correlationId != null) {
      InboxText.require("correlationId", correlationId, MessageId.MAX_BYTES);
    }
    if (causationId != null) {
      InboxText.require("causationId", causationId, MessageId.MAX_BYTES);
    }
  }

  /** A message of version 1 that begins a conversation of its own. */
  public static InboxMessage of(String id, String type) {
    return new InboxMessage(new MessageId(id), type, 1, id, null, null);
  }
}
