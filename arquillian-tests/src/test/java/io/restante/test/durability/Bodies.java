package io.restante.test.durability;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Bodies that follow from their messageIds, so that everyone knows what each must be. */
final class Bodies {

  private static final int MOST_REPEATS = 100;

  private Bodies() {}

  /** From a few bytes to some 1,500. */
  static byte[] of(String messageId) {
    int repeats = Math.floorMod(messageId.hashCode(), MOST_REPEATS);
    return messageId.repeat(repeats).getBytes(StandardCharsets.UTF_8);
  }

  /** SHA-256 of the body in hexadecimal. */
  static String digestOf(String messageId) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(of(messageId)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
