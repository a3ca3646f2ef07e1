/**
 * Work queues. {@link io.restante.queue.QueueMessage} has every transition of a message, {@link
 * io.restante.queue.QueuePolicy} (in api) what a queue allows, {@link io.restante.queue.QueueUsage}
 * what it holds. A {@link io.restante.queue.QueueCommand} is decided on a {@link
 * io.restante.queue.QueueLedger}: the locked queues of one transaction, each an {@link
 * io.restante.queue.OpenQueue}, through which every change of a message goes. Uses the access,
 * audit, database, domain, error, idempotency, keys, outbox, pipeline and sweep packages.
 */
package io.restante.queue;
