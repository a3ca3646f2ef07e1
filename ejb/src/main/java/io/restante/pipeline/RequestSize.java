package io.restante.pipeline;

/**
 * How much a request is.
 *
 * @param units of work, for instance the envelopes that it submits
 * @param bytes that it keeps in memory
 */
public record RequestSize(int units, long bytes) {}
