package io.restante.queue;

import java.time.Instant;

/**
 * What became of a message that was sent.
 *
 * @param state SCHEDULED or READY
 * @param enqueuedAt when it was taken in, by the server's clock
 */
public record EnqueueReceipt(String messageId, MessageState state, Instant enqueuedAt) {}
