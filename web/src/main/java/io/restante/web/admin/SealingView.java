package io.restante.web.admin;

import io.restante.sealing.SealingState;
import io.restante.sealing.SealingState.Role;
import java.util.List;

/**
 * Which keys are in use.
 *
 * @param primaryKey the id of the key that seals on this node
 * @param left how many bodies and callbacks are still to be sealed anew
 */
public record SealingView(
    long primaryKey, List<Key> keys, long clearEnvelopes, long clearQuarantined, long left) {
  static SealingView of(SealingState state) {
    return new SealingView(
        state.primaryKey(),
        state.keys().stream()
            .map(
                use ->
                    new Key(
                        use.key(),
                        use.role(),
                        use.envelopes(),
                        use.quarantined(),
                        use.keptAnswers(),
                        use.callbacks(),
                        use.messages(),
                        use.mayBeRetired()))
            .toList(),
        state.clearEnvelopes(),
        state.clearQuarantined(),
        state.left());
  }

  /**
   * A key, and how many rows name it.
   *
   * @param mayBeRetired whether no row needs it any more
   */
  public record Key(
      long key,
      Role role,
      long envelopes,
      long quarantined,
      long keptAnswers,
      long callbacks,
      long messages,
      boolean mayBeRetired) {}
}
