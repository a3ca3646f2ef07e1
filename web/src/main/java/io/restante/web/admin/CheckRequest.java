package io.restante.web.admin;

import io.restante.error.ValidationFailedException;
import io.restante.mailbox.MailboxPattern;
import io.restante.queue.NameRange;

/**
 * Which mailboxes or queues to check.
 *
 * @param domain a domain, or * or nothing for all
 * @param mailboxPattern the name of a mailbox, or a prefix and *; all if absent
 * @param queuePattern the same of queues, which are checked instead
 * @param cursor {@code nextCursor} of the part before
 */
public record CheckRequest(
    String domain, String mailboxPattern, String queuePattern, String cursor) {
  public CheckRequest {
    requireOne("queuePattern", queuePattern, mailboxPattern);
  }

  String domainOrAll() {
    return "*".equals(domain) ? null : domain;
  }

  MailboxPattern pattern() {
    return mailboxPattern == null ? MailboxPattern.all() : new MailboxPattern(mailboxPattern);
  }

  boolean isOfQueues() {
    return queuePattern != null;
  }

  NameRange queues() {
    try {
      MailboxPattern pattern = new MailboxPattern(queuePattern);
      return new NameRange(pattern.lowest(), pattern.end());
    } catch (ValidationFailedException e) {
      throw new ValidationFailedException(
          "queuePattern", "must be the name of a queue, or a prefix of one and *");
    }
  }

  /** What a cursor belongs to. */
  String resource() {
    return "admin/check/"
        + (domainOrAll() == null ? "*" : domain)
        + (isOfQueues() ? "/queues/" + queuePattern : "/mailboxes/" + pattern().text());
  }

  private static void requireOne(String field, String one, String other) {
    if (one != null && other != null) {
      throw new ValidationFailedException(field, "must be absent where the mailbox is named");
    }
  }

  /** The mailbox or queue to repair. */
  public record Repair(String domain, String mailbox, String queue) {
    public Repair {
      requireOne("queue", queue, mailbox);
    }
  }
}
