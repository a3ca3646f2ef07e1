package io.restante.inbox;

/**
 * What became of a message in {@link Inbox#process}.
 *
 * @param <T> what the handler gives back
 */
public sealed interface InboxOutcome<T> {
  /**
   * It was handled, in the caller's transaction: commit, then acknowledge.
   *
   * @param result what the handler gave back, null if it gave null
   */
  record Processed<T>(T result) implements InboxOutcome<T> {}

  /** It was handled before, and that was committed: roll back and acknowledge. */
  record AlreadyCompleted<T>() implements InboxOutcome<T> {}

  /** Another transaction is at it: roll back and have it delivered again, later. */
  record InProgress<T>() implements InboxOutcome<T> {}

  /** It failed too often and is an operator's now: roll back and acknowledge. */
  record Dead<T>() implements InboxOutcome<T> {}
}
