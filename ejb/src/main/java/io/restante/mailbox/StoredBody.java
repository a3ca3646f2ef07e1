package io.restante.mailbox;

/**
 * The body of an envelope as the database keeps it.
 *
 * @param bytes sealed, or in clear
 * @param sealingKey the key that it is sealed with, or null if it is in clear
 * @param digest SHA-256 of the body as it was handed in
 * @param length of the body as it was handed in
 */
record StoredBody(byte[] bytes, Long sealingKey, byte[] digest, int length) {
  static StoredBody clear(byte[] body, byte[] digest) {
    return new StoredBody(body, null, digest, body.length);
  }

  /** How much memory it takes with the body that was handed in, which is kept until the end. */
  long memory() {
    return sealingKey == null ? length : (long) length + bytes.length;
  }
}
