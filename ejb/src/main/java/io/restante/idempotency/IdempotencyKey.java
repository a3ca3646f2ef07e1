package io.restante.idempotency;

import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

/**
 * A request's Idempotency-Key as it is kept: a keyed hash of key, principal and route, and the
 * fingerprint of what was asked. Neither tells the key or the request.
 *
 * <p>There is a hash for each hashing key of the keyset. Its answer is kept under all of them, and
 * looked for under all of them, so that replays survive a change of keys, also while some nodes
 * have the new primary key and others have not.
 */
public final class IdempotencyKey {
  private final List<byte[]> hashes;
  private final byte[] fingerprint;

  /**
   * @param hashes one or more, that of the primary key first
   */
  public IdempotencyKey(List<byte[]> hashes, byte[] fingerprint) {
    this.hashes = hashes.stream().map(byte[]::clone).toList();
    this.fingerprint = fingerprint.clone();
  }

  List<byte[]> hashes() {
    return hashes.stream().map(byte[]::clone).toList();
  }

  byte[] fingerprint() {
    return fingerprint.clone();
  }

  boolean isOf(byte[] otherFingerprint) {
    return MessageDigest.isEqual(fingerprint, otherFingerprint);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdempotencyKey key && Arrays.equals(hashes.get(0), key.hashes.get(0));
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes.get(0));
  }
}
