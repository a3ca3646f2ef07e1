package io.restante.queue;

/**
 * The right to finish a message that a delivery gives: of one holder, one lease, one generation.
 *
 * @param holder the principal that it was handed out to
 */
record Lease(String holder, long version, int generation) {}
