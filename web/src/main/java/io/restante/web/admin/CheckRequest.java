package io.restante.web.admin;

import io.restante.mailbox.MailboxPattern;

/**
 * Which mailboxes to check.
 *
 * @param domain a domain, or * or nothing for all
 * @param mailboxPattern the name of a mailbox, or a prefix and *; all if absent
 * @param cursor {@code nextCursor} of the part before
 */
public record CheckRequest(String domain, String mailboxPattern, String cursor) {
  String domainOrAll() {
    return "*".equals(domain) ? null : domain;
  }

  MailboxPattern pattern() {
    return mailboxPattern == null ? MailboxPattern.all() : new MailboxPattern(mailboxPattern);
  }

  /** What a cursor belongs to. */
  String resource() {
    return "admin/check/"
        + (domainOrAll() == null ? "*" : domain)
        + "/mailboxes/"
        + pattern().text();
  }

  /** The mailbox to repair. */
  public record Repair(String domain, String mailbox) {}
}
