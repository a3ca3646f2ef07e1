package io.restante.mailbox;

import jakarta.json.stream.JsonGenerator;

/** What names an envelope, its tombstone included, in the whole database. */
record Identity(long mailboxId, String sender, String messageId) {
  static Identity of(long mailboxId, EnvelopeIdentity identity) {
    return new Identity(mailboxId, identity.sender(), identity.messageId());
  }

  void writeTo(JsonGenerator json) {
    json.writeStartArray().write(mailboxId).write(sender).write(messageId).writeEnd();
  }
}
