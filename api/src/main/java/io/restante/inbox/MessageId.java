package io.restante.inbox;

import io.restante.error.ValidationFailedException;

/**
 * What names a message in its scope: a {@code JMSMessageID}, a UUID, or whatever else the sender
 * gives again when it sends again.
 *
 * @param value 1 to 200 bytes of UTF-8, compared byte by byte: ids that differ in case or in a
 *     trailing space are two
 */
public record MessageId(String value) {
  /** The longest id, in bytes. */
  public static final int MAX_BYTES = 200;

  /**
   * @throws ValidationFailedException if it is out of bounds
   */
  public MessageId {
    InboxText.require("messageId", value, MAX_BYTES);
  }

  /** In ASCII, as {@link InboxScope#resource()} writes the name of a scope. */
  public String encoded() {
    return InboxText.encode(value);
  }

  /** The id that was written so. */
  public static MessageId ofEncoded(String encoded) {
    return new MessageId(InboxText.decode(encoded));
  }
}
