package io.restante.queue;

import io.restante.error.ValidationFailedException;
import java.time.Instant;

/**
 * What a producer says of a message.
 *
 * @param bytes the size of its body, as it is stored
 * @param orderingKey null where the queue does not order by it
 * @param notBefore not handed out earlier; null for at once
 * @param expiresAt not handed out from then on; null for never
 */
record MessageTerms(
    String messageId, int bytes, String orderingKey, Instant notBefore, Instant expiresAt) {
  /**
   * @throws ValidationFailedException if it could never be handed out, or has no place in the order
   */
  void require(QueuePolicy policy, Instant now) {
    if (bytes > policy.payloadLimitBytes()) {
      throw new ValidationFailedException(
          "payload", "must be at most " + policy.payloadLimitBytes() + " bytes");
    }
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      throw new ValidationFailedException("expiresAt", "must be in the future");
    }
    if (expiresAt != null && notBefore != null && !expiresAt.isAfter(notBefore)) {
      throw new ValidationFailedException("expiresAt", "must be after notBefore");
    }
    if (policy.ordering() == QueueOrdering.STRICT_PER_KEY && orderingKey == null) {
      throw new ValidationFailedException("orderingKey", "is required in this queue");
    }
    if (policy.ordering() == QueueOrdering.COMPETING && orderingKey != null) {
      throw new ValidationFailedException("orderingKey", "must be absent in this queue");
    }
  }
}
