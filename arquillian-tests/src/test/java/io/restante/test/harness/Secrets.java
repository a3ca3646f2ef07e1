package io.restante.test.harness;

import java.security.SecureRandom;
import java.util.Base64;

/** Random secrets for servers that live as long as a test. */
final class Secrets {

  private Secrets() {}

  static String random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
