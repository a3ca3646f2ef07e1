package io.restante.idempotency;

/**
 * An answer as it is sent and kept.
 *
 * @param status the HTTP status
 * @param body the JSON, or null if it has none
 */
public record StoredAnswer(int status, byte[] body) {}
