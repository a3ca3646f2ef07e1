package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.keys.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;

/**
 * Tokens of deliveries: which message, lease and generation, sealed for one queue in its present
 * incarnation and one principal. So a token can neither be made nor used by anybody else.
 */
@ApplicationScoped
class DeliveryTokens {
  private static final int BYTES = Long.BYTES + Long.BYTES + Integer.BYTES;

  private Keys keys;

  /** For the container. */
  protected DeliveryTokens() {}

  @Inject
  DeliveryTokens(Keys keys) {
    this.keys = keys;
  }

  /** What a token says. */
  record Claim(MessageKey message, Lease lease) {}

  String seal(QueueEntry queue, long sequence, Lease lease) {
    byte[] bytes =
        ByteBuffer.allocate(BYTES)
            .putLong(sequence)
            .putLong(lease.version())
            .putInt(lease.generation())
            .array();
    return keys.sealToText(bytes, purpose(queue, lease.holder()));
  }

  /**
   * @throws RestanteException TOKEN_INVALID if it is not one of this queue and this principal
   */
  Claim open(QueueEntry queue, String principalId, String token) {
    ByteBuffer bytes =
        keys.openText(token, purpose(queue, principalId))
            .map(ByteBuffer::wrap)
            .orElseThrow(
                () ->
                    new RestanteException(
                        ErrorCode.TOKEN_INVALID, "The token is not one of this queue and caller."));
    MessageKey message = new MessageKey(queue.id(), bytes.getLong());
    return new Claim(message, new Lease(principalId, bytes.getLong(), bytes.getInt()));
  }

  private static String purpose(QueueEntry queue, String principalId) {
    return "delivery " + queue.id() + " " + queue.incarnation() + " " + principalId;
  }
}
