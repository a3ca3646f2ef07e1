package io.restante.access;

import java.util.Arrays;

/** The SHA-256 of a token, comparable. */
final class TokenHash {
  private final byte[] bytes;

  private TokenHash(byte[] bytes) {
    this.bytes = bytes;
  }

  static TokenHash of(String token) {
    return new TokenHash(SecretToken.hash(token));
  }

  byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TokenHash hash && Arrays.equals(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
