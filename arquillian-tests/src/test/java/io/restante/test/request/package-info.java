/**
 * Requests as hostile or broken clients send them, and the problem documents that they are answered
 * with. {@link io.restante.test.request.Refusals} says what every refusal looks like. Uses the
 * fixtures of the mailbox package.
 */
package io.restante.test.request;
