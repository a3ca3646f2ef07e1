package io.restante.inbox;

import io.restante.outbox.DeadLetterReference;

/** References to dead messages, which administrators see in {@code restante.dlq.inbox}. */
final class InboxReference {
  static final String KIND = "inbox";

  /** What an intent holds at the most; the rest of a reference is 400 characters at the most. */
  private static final int MAX_NAMES = 600;

  private static final String REASON = "HANDLER_FAILED";

  private InboxReference() {}

  /** Names that are too long for it are left out: such a message is retried over REST. */
  static DeadLetterReference of(InboxScope scope, MessageId id, JdbcInboxStore.State dead) {
    String resource = scope.resource();
    String name = id.encoded();
    boolean fits = resource.length() + name.length() <= MAX_NAMES;
    return new DeadLetterReference(
        KIND,
        scope.domain(),
        fits ? resource : null,
        fits ? name : null,
        0,
        dead.generation(),
        REASON,
        dead.attempts(),
        dead.receivedAt());
  }

  /** Whether it says which message it is about. */
  static boolean isWhole(DeadLetterReference reference) {
    return reference.domain() != null
        && reference.resource() != null
        && reference.messageId() != null;
  }
}
