package io.restante.identifier;

import io.restante.error.ValidationFailedException;

/**
 * The one place that knows what an identifier looks like: 1 to 128 characters of {@code A-Za-z0-9}
 * and {@code . _ - : @ + ~}. Identifiers compare by byte: {@code abc} and {@code ABC} are two.
 */
public final class Identifiers {
  public static final int MAX_LENGTH = 128;
  private static final String RULE = "must be 1 to 128 characters of A-Z a-z 0-9 and . _ - : @ + ~";

  private Identifiers() {}

  /**
   * @return the identifier itself
   * @throws ValidationFailedException if it is absent or outside the grammar
   */
  public static String require(String field, String identifier) {
    if (!isValid(identifier)) {
      throw new ValidationFailedException(field, RULE);
    }
    return identifier;
  }

  /** Whether it is one; null is none. */
  public static boolean isValid(String identifier) {
    if (identifier == null || identifier.isEmpty() || identifier.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < identifier.length(); i++) {
      if (!isAllowed(identifier.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAllowed(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "._-:@+~".indexOf(c) >= 0;
  }
}
