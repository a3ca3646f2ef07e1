/**
 * Work queues for applications on the server, and what all callers see of them: messages that
 * competing consumers lease, and finish under a token. Requirement 001. Uses the access, error and
 * identifier packages.
 */
package io.restante.queue;
