package io.restante.audit;

import io.restante.error.ValidationFailedException;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * Which entries of the audit to read; what is null does not matter. Texts are compared whole, byte
 * by byte.
 *
 * @param from entries of this instant or later
 * @param to entries of before this instant
 */
public record AuditQuery(
    String principal,
    String action,
    String domain,
    String resource,
    String outcome,
    Instant from,
    Instant to) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:@+~-]{1,128}");
  private static final Pattern ACTION = Pattern.compile("[a-z.-]{1,64}");
  private static final Pattern RESOURCE = Pattern.compile("[A-Za-z0-9._:@+~/*-]{1,256}");
  private static final Pattern OUTCOME = Pattern.compile("[A-Z_]{1,64}");

  /**
   * @throws ValidationFailedException if a filter can match nothing that is ever recorded
   */
  public AuditQuery {
    require("principal", principal, NAME, "must be the id of a principal");
    require("action", action, ACTION, "must be an action such as mailbox.delete");
    require("domain", domain, NAME, "must be the name of a domain");
    require("resource", resource, RESOURCE, "must be a resource such as mailboxes/bob");
    require("outcome", outcome, OUTCOME, "must be DONE or a code of a refusal such as FORBIDDEN");
    if (from != null && to != null && !from.isBefore(to)) {
      throw new ValidationFailedException("to", "must be later than from");
    }
  }

  private static void require(String field, String text, Pattern form, String rule) {
    if (text != null && !form.matcher(text).matches()) {
      throw new ValidationFailedException(field, rule);
    }
  }
}
