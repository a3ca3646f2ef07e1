package io.restante.queue;

import java.time.Instant;

/** A delivery as the transaction gave it; who got it, its {@link Lease} says. */
record Leased(
    String messageId,
    long sequence,
    MessageBody body,
    String orderingKey,
    Lease lease,
    long fence,
    int attempt,
    Instant until) {
  static Leased of(QueueMessage message, MessageBody body) {
    return new Leased(
        message.messageId(),
        message.sequence(),
        body,
        message.orderingKey(),
        message.lease(),
        message.fence(),
        message.attempts(),
        message.leaseUntil());
  }
}
