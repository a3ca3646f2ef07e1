package io.restante.queue;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.time.Duration;

/**
 * A delivery that is settled.
 *
 * @param token of the delivery
 * @param lease for RENEW, where it may not be null: how long the lease lasts from now on, a second
 *     up to the queue's limit; else ignored
 * @param reason for NACK: an identifier that says why, shown to administrators; null for none
 */
public record DeliverySettlement(String token, Duration lease, String reason) {
  private static final int LONGEST = 1_024;

  /**
   * @throws ValidationFailedException if a field is absent or out of bounds
   */
  public DeliverySettlement {
    if (token == null || token.isEmpty() || token.length() > LONGEST) {
      throw new ValidationFailedException("token", "must be 1 to " + LONGEST + " characters");
    }
    if (reason != null) {
      Identifiers.require("reason", reason);
    }
  }
}
