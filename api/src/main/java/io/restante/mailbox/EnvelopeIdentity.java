package io.restante.mailbox;

import io.restante.identifier.Identifiers;

/**
 * What names an envelope in its mailbox.
 *
 * @param sender the opaque principal id of the sender
 */
public record EnvelopeIdentity(String sender, String messageId) {
  public EnvelopeIdentity {
    Identifiers.require("sender", sender);
    Identifiers.require("messageId", messageId);
  }
}
