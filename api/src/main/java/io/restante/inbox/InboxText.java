package io.restante.inbox;

import io.restante.error.ValidationFailedException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** What names of the inbox may look like: text of others, bounded by its bytes in UTF-8. */
final class InboxText {
  private InboxText() {}

  /** Text of 1 to so many bytes. */
  static String require(String field, String text, int maxBytes) {
    if (text == null
        || text.isEmpty()
        || !StandardCharsets.UTF_8.newEncoder().canEncode(text)
        || text.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
      throw new ValidationFailedException(field, "must be 1 to " + maxBytes + " bytes of UTF-8");
    }
    return text;
  }

  /** The same without control characters. */
  static String requirePrintable(String field, String text, int maxBytes) {
    if (require(field, text, maxBytes).chars().anyMatch(Character::isISOControl)) {
      throw new ValidationFailedException(field, "must be free of control characters");
    }
    return text;
  }

  /** In ASCII: characters that no identifier has stand as {@code %} and two digits for a byte. */
  static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("*", "%2A")
        .replace("%2B", "+")
        .replace("%3A", ":")
        .replace("%40", "@")
        .replace("%7E", "~");
  }

  static String decode(String encoded) {
    return URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
