package io.restante.inbox;

/** What {@link Inbox#fail} made of a failure. */
public sealed interface InboxFailure {
  /**
   * It may be tried again: have it delivered again.
   *
   * @param attempts the failures recorded so far
   */
  record Retry(int attempts) implements InboxFailure {}

  /**
   * It is dead, now or since earlier: acknowledge.
   *
   * @param attempts the failures that were recorded
   */
  record NowDead(int attempts) implements InboxFailure {}

  /** It was completed meanwhile; nothing was recorded: acknowledge. */
  record Ignored() implements InboxFailure {}
}
