package io.restante.queue;

import io.restante.outbox.DeadLetterReference;

/** A parked message as the broker shows it. */
final class DeadMessage {
  /** Of the reference, and the end of the broker's queue. */
  static final String KIND = "queue";

  /** Of a consumer that gave no reason. */
  private static final String FAILED = "FAILED";

  private DeadMessage() {}

  /** Which message, by its queue's id and its own, and in which generation. */
  static DeadLetterReference reference(QueueEntry queue, QueueMessage message) {
    return new DeadLetterReference(
        KIND,
        queue.address().domain(),
        queue.address().resource(),
        message.messageId(),
        queue.id(),
        message.generation(),
        message.reason() == null ? FAILED : message.reason(),
        message.attempts(),
        message.enqueuedAt());
  }
}
