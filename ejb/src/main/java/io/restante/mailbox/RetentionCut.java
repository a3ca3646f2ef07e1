package io.restante.mailbox;

import java.time.Duration;
import java.time.Instant;

/**
 * A shorter life for envelopes that are held already, as it was fixed at one moment.
 *
 * @param fixedAt only envelopes accepted by then are meant
 * @param ttl how long they live at the most, from when they were accepted
 */
public record RetentionCut(Instant fixedAt, Duration ttl) {
  /** What was accepted by then is to go; what was accepted later is to live shorter. */
  public Instant cutoff() {
    return fixedAt.minus(ttl);
  }

  boolean shortens(EnvelopeHead envelope) {
    return envelope.expiresAt().isAfter(envelope.acceptedAt().plus(ttl));
  }

  boolean removes(EnvelopeHead envelope) {
    return !envelope.acceptedAt().isAfter(cutoff());
  }
}
