package io.restante.inbox;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** What is kept of a failure: its class and message, then its causes', cut with a mark. */
final class ErrorText {
  static final int MAX_BYTES = 2_048;
  static final String MARK = " [cut]";

  private ErrorText() {}

  static String of(Throwable failure) {
    StringBuilder text = new StringBuilder();
    Set<Throwable> told = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Throwable cause = failure;
        cause != null && told.add(cause) && text.length() <= MAX_BYTES;
        cause = cause.getCause()) {
      text.append(text.isEmpty() ? "" : "\ncaused by ").append(cause.getClass().getName());
      if (cause.getMessage() != null) {
        text.append(": ").append(cause.getMessage());
      }
    }
    return cut(text.toString());
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
