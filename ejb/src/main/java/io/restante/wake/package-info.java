/**
 * Wakes: telling receivers that there may be mail, and nothing of it. Callbacks over HTTP, to hosts
 * that the administrator allows; and the other nodes, for those who wait there. Uses the mailbox,
 * queue and outbox packages.
 */
package io.restante.wake;
