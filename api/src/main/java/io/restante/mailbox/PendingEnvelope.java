package io.restante.mailbox;

import java.time.Instant;

/**
 * An envelope as its recipient gets it.
 *
 * @param sender the opaque principal id of the sender; of an acknowledgement, the acknowledger that
 *     the receipt of the submit named
 * @param sequence its place in the mailbox: rising, never reused
 * @param kind what it is
 * @param expiresAt when it will be dropped unless finalized before, or null if never
 * @param body null in an acknowledgement
 */
public record PendingEnvelope(
    String sender,
    String messageId,
    long sequence,
    EnvelopeKind kind,
    Instant acceptedAt,
    Instant expiresAt,
    int protocolVersion,
    String contentType,
    byte[] body) {
  /** What names it when it is finalized. */
  public EnvelopeIdentity identity() {
    return new EnvelopeIdentity(sender, messageId);
  }
}
