package io.restante.idempotency;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A request's Idempotency-Key as it is kept: a keyed hash of key, principal and route, and the
 * fingerprint of what was asked. Neither tells the key or the request.
 */
public final class IdempotencyKey {
  private final byte[] hash;
  private final byte[] fingerprint;

  public IdempotencyKey(byte[] hash, byte[] fingerprint) {
    this.hash = hash.clone();
    this.fingerprint = fingerprint.clone();
  }

  byte[] hash() {
    return hash.clone();
  }

  byte[] fingerprint() {
    return fingerprint.clone();
  }

  boolean isOf(byte[] otherFingerprint) {
    return MessageDigest.isEqual(fingerprint, otherFingerprint);
  }

  /** What to find it by in maps. */
  ByteBuffer id() {
    return ByteBuffer.wrap(hash);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdempotencyKey key && Arrays.equals(hash, key.hash);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hash);
  }
}
