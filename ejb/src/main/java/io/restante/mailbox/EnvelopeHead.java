package io.restante.mailbox;

import jakarta.json.stream.JsonGenerator;
import java.time.Instant;

/**
 * All of an envelope that decisions need: not its body.
 *
 * @param sealingKey the key that its body is sealed with, or null if it is in clear
 * @param acknowledgeTo the id of the mailbox where its sender wants to be told, or null
 */
record EnvelopeHead(
    long mailboxId,
    long sequence,
    String sender,
    String messageId,
    byte[] digest,
    int bodyBytes,
    Instant acceptedAt,
    Instant expiresAt,
    Long sealingKey,
    Long acknowledgeTo) {
  Identity identity() {
    return new Identity(mailboxId, sender, messageId);
  }

  EnvelopeKey key() {
    return new EnvelopeKey(mailboxId, sequence);
  }

  void writeKeyTo(JsonGenerator json) {
    json.writeStartArray().write(mailboxId).write(sequence).writeEnd();
  }

  boolean isSealed() {
    return sealingKey != null;
  }

  /** Deadlines are inclusive: at its expiry, an envelope is gone. */
  boolean isExpired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }
}
