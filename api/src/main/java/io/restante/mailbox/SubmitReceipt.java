package io.restante.mailbox;

import java.time.Instant;

/**
 * What a sender is told of a submit that succeeded. It says neither the sequence nor how much mail
 * the recipient has.
 *
 * @param acceptedAt when the envelope was first accepted
 * @param expiresAt when it will be dropped unless finalized before, or null if never
 * @param duplicate whether the same envelope had been accepted before
 * @param state only where the mailbox sends acknowledgements, else null
 * @param acknowledger the sender that the acknowledgement will bear, where one was asked for with
 *     the first submit, else null
 */
public record SubmitReceipt(
    String messageId,
    Instant acceptedAt,
    Instant expiresAt,
    boolean duplicate,
    State state,
    String acknowledger) {
  /** What became of the envelope, as far as a sender may know. */
  public enum State {
    PENDING,
    FINALIZED
  }
}
