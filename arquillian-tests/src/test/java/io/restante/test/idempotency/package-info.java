/**
 * Retries with an {@code Idempotency-Key}: one effect, one answer. Uses the fixtures of the mailbox
 * package, the routes of the access package and the refusals of the request package.
 */
package io.restante.test.idempotency;
