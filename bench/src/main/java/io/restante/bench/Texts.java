package io.restante.bench;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;

/** Bodies that do not compress. */
final class Texts {
  private Texts() {}

  /** Always the same characters, whose number is a multiple of four. */
  static String random(int characters) {
    byte[] bytes = new byte[characters / 4 * 3];
    new Random(1).nextBytes(bytes);
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
