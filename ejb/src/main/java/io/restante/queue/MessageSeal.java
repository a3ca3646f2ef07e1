package io.restante.queue;

import io.restante.keys.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Seals bodies for the message that they belong to, and opens them: a body that lies in another
 * queue or under another message does not open there. Takes no lock and no connection.
 */
@ApplicationScoped
class MessageSeal {
  private Keys keys;

  /** For the container. */
  protected MessageSeal() {}

  @Inject
  MessageSeal(Keys keys) {
    this.keys = keys;
  }

  StoredBody seal(long queueId, String messageId, MessageBody body) {
    byte[] clear = body.bytes();
    byte[] sealed = keys.seal(clear, purpose(queueId, messageId));
    return new StoredBody(sealed, Keys.sealingKey(sealed).orElseThrow(), clear.length);
  }

  /**
   * The body in clear, unless it does not open: changed, or moved.
   *
   * @throws io.restante.keys.MissingKeyException if this node does not have its key
   */
  Optional<MessageBody> open(long queueId, String messageId, SealedBody sealed) {
    return keys.open(sealed.bytes(), sealed.sealingKey(), purpose(queueId, messageId))
        .map(MessageBody::ofBytes);
  }

  /** The same body sealed with the present key, or nothing if it does not open. */
  Optional<StoredBody> sealAnew(long queueId, String messageId, SealedBody sealed) {
    return open(queueId, messageId, sealed).map(body -> seal(queueId, messageId, body));
  }

  private static String purpose(long queueId, String messageId) {
    return "message " + queueId + " " + messageId;
  }
}
