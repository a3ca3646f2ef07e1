package io.restante.idempotency;

/**
 * How the answer of a write is kept for retries.
 *
 * @param resource what the write is about
 * @param sealed whether the answer holds what must not be stored in clear
 */
public record Keeping<T>(
    IdempotencyKey key, Answer.Renderer<T> renderer, String resource, boolean sealed) {}
