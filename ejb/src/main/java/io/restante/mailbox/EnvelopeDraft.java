package io.restante.mailbox;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * An envelope that has no place in its mailbox yet.
 *
 * @param body as it is to be stored
 * @param ttlSeconds null for the mailbox's default
 * @param acknowledgeTo the id of the mailbox where the sender wants to be told, or null
 */
record EnvelopeDraft(
    String sender,
    String messageId,
    EnvelopeKind kind,
    StoredBody body,
    int protocolVersion,
    String contentType,
    Long ttlSeconds,
    Long acknowledgeTo) {
  private static final byte[] NO_BODY = {};

  static EnvelopeDraft of(
      String sender, Submission submission, StoredBody body, Long acknowledgeTo) {
    return new EnvelopeDraft(
        sender,
        submission.messageId(),
        EnvelopeKind.MESSAGE,
        body,
        submission.protocolVersion(),
        submission.contentType(),
        submission.ttlSeconds(),
        acknowledgeTo);
  }

  /** Tells that the envelope with the message id was finalized; nobody is told of this one. */
  static EnvelopeDraft acknowledgement(String acknowledger, String messageId) {
    return new EnvelopeDraft(
        acknowledger,
        messageId,
        EnvelopeKind.ACK,
        StoredBody.clear(NO_BODY, digest(NO_BODY)),
        Submission.DEFAULT_PROTOCOL_VERSION,
        null,
        null,
        null);
  }

  Identity identityIn(long mailboxId) {
    return new Identity(mailboxId, sender, messageId);
  }

  /** What identical bodies have in common. */
  static byte[] digest(byte[] body) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(body);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }
}
