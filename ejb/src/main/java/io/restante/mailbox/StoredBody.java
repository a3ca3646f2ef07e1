package io.restante.mailbox;

/**
 * The body of an envelope as the database keeps it.
 *
 * @param bytes sealed, or in clear
 * @param sealingKey the key that it is sealed with, or null if it is in clear
 * @param digest SHA-256 of the body as it was handed in
 */
record StoredBody(byte[] bytes, Long sealingKey, byte[] digest) {
  static StoredBody clear(byte[] body, byte[] digest) {
    return new StoredBody(body, null, digest);
  }

  /** How much memory it takes beside the body that was handed in, which is kept until the end. */
  long memory(byte[] body) {
    return sealingKey == null ? body.length : (long) body.length + bytes.length;
  }
}
