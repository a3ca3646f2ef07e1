package io.restante.wake;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.restante.keys.Keys;
import java.util.Optional;

/** Where a mailbox's wakes go, and what they are signed with. Stored sealed, for its mailbox. */
record Callback(CallbackUrl url, CallbackSecret secret) {
  private static final char BETWEEN = '\n';

  byte[] seal(Keys keys, long mailboxId) {
    return keys.seal((url.text() + BETWEEN + secret.text()).getBytes(US_ASCII), purpose(mailboxId));
  }

  /**
   * What was sealed, or nothing if it does not open.
   *
   * @throws io.restante.keys.MissingKeyException if this node lacks its key
   */
  static Optional<Callback> open(Keys keys, long mailboxId, byte[] sealed, long sealingKey) {
    return keys.open(sealed, sealingKey, purpose(mailboxId))
        .map(bytes -> new String(bytes, US_ASCII))
        .map(
            text -> {
              int between = text.indexOf(BETWEEN);
              return new Callback(
                  CallbackUrl.parse(text.substring(0, between)),
                  new CallbackSecret(text.substring(between + 1)));
            });
  }

  private static String purpose(long mailboxId) {
    return "wake " + mailboxId;
  }
}
