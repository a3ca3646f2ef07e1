package io.restante.web.queue;

import io.restante.queue.Hindrance;
import io.restante.queue.MessageDetails;
import io.restante.queue.MessagePage;
import io.restante.queue.MessageState;
import java.time.Instant;
import java.util.List;

/**
 * A message as administrators see it, never its body.
 *
 * @param notDeliverable why it is not handed out; absent if it is the next, and in lists
 */
public record MessageView(
    String messageId,
    MessageState state,
    long stateVersion,
    int generation,
    int attempts,
    int bytes,
    String orderingKey,
    Instant enqueuedAt,
    Instant notBefore,
    Instant expiresAt,
    Instant leaseUntil,
    String holder,
    String reason,
    Instant finishedAt,
    NotDeliverable notDeliverable) {
  static MessageView of(MessageDetails message) {
    return new MessageView(
        message.messageId(),
        message.state(),
        message.stateVersion(),
        message.generation(),
        message.attempts(),
        message.bytes(),
        message.orderingKey(),
        message.enqueuedAt(),
        message.notBefore(),
        message.expiresAt(),
        message.leaseUntil(),
        message.holder(),
        message.reason(),
        message.finishedAt(),
        message.hindrance() == null ? null : NotDeliverable.of(message.hindrance()));
  }

  /**
   * Why a message is not handed out.
   *
   * @param until when time ends that
   * @param head the message before it
   * @param limit the field of the policy that has no room
   */
  public record NotDeliverable(Hindrance.Why why, Instant until, String head, String limit) {
    private static NotDeliverable of(Hindrance hindrance) {
      return new NotDeliverable(
          hindrance.why(), hindrance.until(), hindrance.head(), hindrance.limit());
    }
  }

  /** Some of them; {@code nextCursor} is there also at the end. */
  public record Page(List<MessageView> messages, String nextCursor, boolean hasMore) {
    static Page of(MessagePage page, String nextCursor) {
      return new Page(
          page.messages().stream().map(MessageView::of).toList(), nextCursor, page.hasMore());
    }
  }
}
