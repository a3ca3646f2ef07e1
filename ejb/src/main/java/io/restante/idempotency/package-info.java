/**
 * The first answer of a write, kept for its retries. Uses the keys, config, database and error
 * packages.
 */
package io.restante.idempotency;
