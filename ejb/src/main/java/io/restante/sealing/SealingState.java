package io.restante.sealing;

import java.util.List;

/**
 * Which keys are in use.
 *
 * @param primaryKey the id of the key that seals on this node
 * @param keys those of this node's key file in its order, then those that only rows name
 * @param clearEnvelopes pending envelopes whose bodies are in clear
 * @param clearQuarantined the same in quarantine
 */
public record SealingState(
    long primaryKey, List<KeyUse> keys, long clearEnvelopes, long clearQuarantined) {
  /** How many bodies and callbacks are still to be sealed anew. */
  public long left() {
    return keys.stream()
        .filter(use -> use.role() == Role.EARLIER)
        .mapToLong(use -> use.envelopes() + use.quarantined() + use.callbacks() + use.messages())
        .sum();
  }

  /** What this node does with a key. */
  public enum Role {
    /** Seals. */
    PRIMARY,
    /** Opens; what it sealed is being sealed anew. */
    EARLIER,
    /** Opens; it was added for a later change of the primary key. */
    LATER,
    /** Is not in the key file. */
    MISSING
  }

  /**
   * What rows name a key.
   *
   * @param keptAnswers answers that are kept for their Idempotency-Key, until their time is over
   * @param callbacks registered callbacks
   * @param messages of queues
   */
  public record KeyUse(
      long key,
      Role role,
      long envelopes,
      long quarantined,
      long keptAnswers,
      long callbacks,
      long messages) {
    /** Whether it may be taken out of the key file as far as stored rows are concerned. */
    public boolean mayBeRetired() {
      return role == Role.EARLIER
          && envelopes == 0
          && quarantined == 0
          && keptAnswers == 0
          && callbacks == 0
          && messages == 0;
    }
  }
}
