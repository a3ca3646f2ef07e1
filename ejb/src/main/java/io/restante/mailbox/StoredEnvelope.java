package io.restante.mailbox;

import java.time.Instant;

/**
 * An envelope as it is stored, with the names of where it is stored.
 *
 * @param sealingKey the key that its body is sealed with, or null if it is in clear
 * @param body as the database has it
 */
record StoredEnvelope(
    String domain,
    String mailbox,
    long mailboxId,
    long sequence,
    String sender,
    String messageId,
    byte[] digest,
    byte kind,
    int protocolVersion,
    String contentType,
    Instant acceptedAt,
    Instant expiresAt,
    Long sealingKey,
    byte[] body) {
  MailboxAddress address() {
    return new MailboxAddress(domain, mailbox);
  }

  Identity identity() {
    return new Identity(mailboxId, sender, messageId);
  }

  PendingEnvelope opened(byte[] clear) {
    EnvelopeKind itsKind = Envelope.kind(kind);
    return new PendingEnvelope(
        sender,
        messageId,
        sequence,
        itsKind,
        acceptedAt,
        expiresAt,
        protocolVersion,
        contentType,
        itsKind == EnvelopeKind.ACK ? null : clear);
  }
}
