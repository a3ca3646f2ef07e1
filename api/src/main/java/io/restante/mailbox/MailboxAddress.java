package io.restante.mailbox;

import io.restante.identifier.Identifiers;

/** A mailbox, by its domain and its name in that domain. */
public record MailboxAddress(String domain, String mailbox) {
  public MailboxAddress {
    Identifiers.require("domain", domain);
    Identifiers.require("mailbox", mailbox);
  }

  /** The resource as grants name it. */
  public String resource() {
    return "mailboxes/" + mailbox;
  }
}
