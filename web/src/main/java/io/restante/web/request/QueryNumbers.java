package io.restante.web.request;

import io.restante.error.ValidationFailedException;

/** Whole numbers in query parameters, read as strictly as those in bodies. */
public final class QueryNumbers {
  private QueryNumbers() {}

  /**
   * @param otherwise the value of an absent parameter
   */
  public static long parse(String name, String text, long otherwise, long min, long max) {
    if (text == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException notNumber) {
      // said below, without repeating what was sent
    }
    throw new ValidationFailedException(name, "must be a whole number of " + min + " to " + max);
  }
}
