package io.restante.queue;

import java.time.Instant;
import java.util.Map;

/**
 * One attempt to process a message.
 *
 * @param payload the JSON value that was sent, as text
 * @param orderingKey null where the queue does not order by it
 * @param token finishes the attempt; a secret of its consumer
 * @param fence higher than that of every earlier delivery of the queue, for the consumer's own
 *     writes
 * @param attempt 1 for the first
 * @param leaseUntil from then on it may be another consumer's; counted from when the queue was
 *     locked
 * @param generation how often it was begun: 1, and one more with every redrive
 */
public record Delivery(
    String messageId,
    String payload,
    Map<String, String> headers,
    String orderingKey,
    String token,
    long fence,
    int attempt,
    Instant leaseUntil,
    int generation) {}
