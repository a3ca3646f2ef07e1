package io.restante.wake;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a receiver knows its wakes by: 256 random bits as text, whose characters are the key of
 * HMAC-SHA-256.
 */
record CallbackSecret(String text) {
  static final String PREFIX = "rws_";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int BYTES = 32;
  private static final int EVENT_CHARACTERS = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  static CallbackSecret generate() {
    byte[] secret = new byte[BYTES];
    RANDOM.nextBytes(secret);
    return new CallbackSecret(
        PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** The value of {@code Restante-Signature}: of the timestamp, a dot and the body. */
  String sign(long timestamp, String body) {
    return "v1=" + hmac(timestamp + "." + body);
  }

  /**
   * The value of {@code Restante-Event}: the same for every attempt, telling nothing of how many
   * events there are.
   */
  String event(long eventId) {
    return hmac("event " + eventId).substring(0, EVENT_CHARACTERS);
  }

  private String hmac(String input) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(text.getBytes(UTF_8), ALGORITHM));
      return HexFormat.of().formatHex(mac.doFinal(input.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has HmacSHA256.", e);
    }
  }

  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
