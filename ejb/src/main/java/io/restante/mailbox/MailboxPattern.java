package io.restante.mailbox;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;

/**
 * Names of mailboxes: one name, or a prefix and {@code *}, as in grants.
 *
 * @param text as it was given
 */
public record MailboxPattern(String text) {
  private static final String ANY = "*";

  /** Names have no character above {@code ~}, and none below {@code +}. */
  private static final char AFTER_ALL = '\u007f';

  private static final char BEFORE_ALL = '\u0001';

  /**
   * @throws ValidationFailedException unless it is a name, or a prefix of one and {@code *}
   */
  public MailboxPattern {
    String stem = text == null ? "" : stem(text);
    if (text == null || (stem.isEmpty() ? !ANY.equals(text) : !Identifiers.isValid(stem))) {
      throw new ValidationFailedException(
          "mailboxPattern", "must be the name of a mailbox, or a prefix of one and *");
    }
  }

  /** Every mailbox. */
  public static MailboxPattern all() {
    return new MailboxPattern(ANY);
  }

  /** The lowest name that it may match, in the byte order of the database. */
  public String lowest() {
    return stem(text);
  }

  /** All names that it matches are lower than this, and none other from the lowest on. */
  public String end() {
    return stem(text) + (text.endsWith(ANY) ? AFTER_ALL : BEFORE_ALL);
  }

  private static String stem(String pattern) {
    return pattern.endsWith(ANY) ? pattern.substring(0, pattern.length() - 1) : pattern;
  }
}
