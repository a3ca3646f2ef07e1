package io.restante.web.admin;

/**
 * A shorter life for envelopes that are held already.
 *
 * @param domain a domain, or * or nothing for all
 * @param mailboxPattern the name of a mailbox, or a prefix and *
 * @param ttlSeconds how long they live at the most, from when they were accepted
 */
public record RetentionChangeRequest(String domain, String mailboxPattern, Long ttlSeconds) {
  String domainOrAll() {
    return "*".equals(domain) ? null : domain;
  }
}
