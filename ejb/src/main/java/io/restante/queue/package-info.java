/**
 * Work queues. {@link io.restante.queue.QueueMessage} has every transition of a message, {@link
 * io.restante.queue.QueuePolicy} what a queue allows, {@link io.restante.queue.QueueUsage} what it
 * holds. Uses the error package.
 */
package io.restante.queue;
