package io.restante.mailbox;

import java.time.Instant;

/** All of an envelope but its body. */
record EnvelopeHead(
    long mailboxId,
    long sequence,
    String sender,
    String messageId,
    byte[] digest,
    int bodyBytes,
    Instant acceptedAt,
    Instant expiresAt) {
  Identity identity() {
    return new Identity(mailboxId, sender, messageId);
  }

  EnvelopeKey key() {
    return new EnvelopeKey(mailboxId, sequence);
  }

  /** Deadlines are inclusive: at its expiry, an envelope is gone. */
  boolean isExpired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }
}
