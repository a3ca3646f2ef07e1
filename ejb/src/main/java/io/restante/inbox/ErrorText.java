package io.restante.inbox;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What is kept of a failure: the classes of it and its causes, then their messages, cut with a
 * mark.
 */
final class ErrorText {
  static final int MAX_BYTES = 2_048;
  static final String MARK = " [cut]";

  private ErrorText() {}

  /** A wrapper often repeats the message of what it wraps; that is told once. */
  static String of(Throwable failure) {
    Set<Throwable> causes = Collections.newSetFromMap(new IdentityHashMap<>());
    List<String> classes = new ArrayList<>();
    Set<String> messages = new LinkedHashSet<>();
    for (Throwable cause = failure; cause != null && causes.add(cause); cause = cause.getCause()) {
      classes.add(cause.getClass().getName());
      if (cause.getMessage() != null) {
        messages.add(cause.getMessage());
      }
    }
    return cut(
        String.join(" caused by ", classes)
            + (messages.isEmpty() ? "" : ": " + String.join("; ", messages)));
  }

  /** Half a character is not well-formed, and the database would refuse it. */
  private static String cut(String text) {
    String wellFormed = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    if (bytes(wellFormed) <= MAX_BYTES) {
      return wellFormed;
    }
    int end = 0;
    int used = MARK.length();
    while (end < wellFormed.length()) {
      int next = wellFormed.offsetByCodePoints(end, 1);
      used += bytes(wellFormed.substring(end, next));
      if (used > MAX_BYTES) {
        break;
      }
      end = next;
    }
    return wellFormed.substring(0, end) + MARK;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
