package io.restante.idempotency;

import java.util.Optional;

/**
 * How a write wants its answer kept.
 *
 * @param key none if the caller sent no Idempotency-Key: then nothing is kept
 * @param sealed whether the answer holds a secret
 * @param resource what the write is about
 */
public record IdempotentWrite(Optional<IdempotencyKey> key, boolean sealed, String resource) {}
