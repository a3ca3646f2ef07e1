package io.restante.inbox;

/** What a claim found. Only {@link Claimed} allows the message to be handled. */
public sealed interface InboxClaim {
  /**
   * The message is the caller's until its transaction ends.
   *
   * @param attempt 1, and one more for each failure that was recorded
   */
  record Claimed(int attempt) implements InboxClaim {}

  /** It was handled and that was committed: roll back and acknowledge. */
  record AlreadyCompleted() implements InboxClaim {}

  /** Another transaction is at it: roll back and have it delivered again, later. */
  record InProgress() implements InboxClaim {}

  /** It failed too often and is an operator's now: roll back and acknowledge. */
  record Dead() implements InboxClaim {}
}
