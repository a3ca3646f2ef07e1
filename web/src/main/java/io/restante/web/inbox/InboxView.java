package io.restante.web.inbox;

import io.restante.inbox.DeadLetterPage;
import io.restante.inbox.InboxMessage;
import io.restante.inbox.InboxPurgeReport;
import io.restante.inbox.InboxRecord;
import io.restante.inbox.MessageId;
import java.time.Instant;
import java.util.List;

/**
 * What is recorded of a message, never its payload.
 *
 * @param state OPEN, COMPLETED or DEAD
 * @param attempts the failures that were recorded
 * @param lastError classes and messages of the last one, at most 2 KiB
 */
public record InboxView(
    String messageId,
    String type,
    int version,
    String conversationId,
    String correlationId,
    String causationId,
    String state,
    Instant receivedAt,
    Instant updatedAt,
    Instant completedAt,
    Instant deadAt,
    int attempts,
    String lastError) {
  static InboxView of(InboxRecord found) {
    InboxMessage message = found.message();
    return new InboxView(
        message.id().value(),
        message.type(),
        message.version(),
        message.conversationId(),
        message.correlationId(),
        message.causationId(),
        state(found),
        found.receivedAt(),
        found.updatedAt(),
        found.completedAt(),
        found.deadAt(),
        found.attempts(),
        found.lastError());
  }

  private static String state(InboxRecord found) {
    if (found.completedAt() != null) {
      return "COMPLETED";
    }
    return found.deadAt() == null ? "OPEN" : "DEAD";
  }

  /** Dead messages, oldest first; {@code nextCursor} is there unless there never was one. */
  public record Page(List<InboxView> messages, String nextCursor, boolean hasMore) {
    static Page of(DeadLetterPage page, String nextCursor) {
      return new Page(
          page.records().stream().map(InboxView::of).toList(), nextCursor, page.hasMore());
    }
  }

  /** Those of the ids that were dead, in the order of their ids. */
  public record Changed(List<String> ids) {
    static Changed of(List<MessageId> changed) {
      return new Changed(changed.stream().map(MessageId::value).toList());
    }
  }

  /** How many records were cleared away; a number at the limit says that there may be more. */
  public record Purged(int completed, int incomplete, int dead) {
    static Purged of(InboxPurgeReport report) {
      return new Purged(report.completed(), report.incomplete(), report.dead());
    }
  }
}
