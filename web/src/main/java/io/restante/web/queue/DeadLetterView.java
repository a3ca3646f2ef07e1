package io.restante.web.queue;

import io.restante.queue.MessageDetails;
import io.restante.queue.MessagePage;
import java.time.Instant;
import java.util.List;

/**
 * A message that ran out of attempts.
 *
 * @param reason the code that its consumer gave for its last failure; absent if it gave none
 * @param firstSeen when it was sent
 */
public record DeadLetterView(
    String messageId,
    long stateVersion,
    int generation,
    String reason,
    int attempts,
    int bytes,
    String orderingKey,
    Instant firstSeen,
    Instant expiresAt) {
  static DeadLetterView of(MessageDetails message) {
    return new DeadLetterView(
        message.messageId(),
        message.stateVersion(),
        message.generation(),
        message.reason(),
        message.attempts(),
        message.bytes(),
        message.orderingKey(),
        message.enqueuedAt(),
        message.expiresAt());
  }

  /** Some of them; {@code nextCursor} is there also at the end. */
  public record Page(List<DeadLetterView> deadLetters, String nextCursor, boolean hasMore) {
    static Page of(MessagePage page, String nextCursor) {
      return new Page(
          page.messages().stream().map(DeadLetterView::of).toList(), nextCursor, page.hasMore());
    }
  }
}
