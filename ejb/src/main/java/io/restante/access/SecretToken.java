package io.restante.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** Tokens as such: 256 random bits behind {@code rst_}, and the hash that is stored of them. */
final class SecretToken {
  static final String PREFIX = "rst_";
  private static final int BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  private SecretToken() {}

  static String generate() {
    byte[] secret = new byte[BYTES];
    RANDOM.nextBytes(secret);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
  }

  static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }
}
