package io.restante.inbox;

/**
 * What is to be done with a message, in the transaction of whoever calls {@link Inbox#process}.
 *
 * @param <T> what it gives back
 */
@FunctionalInterface
public interface InboxHandler<T> {
  /**
   * Handles the message. It neither commits nor rolls back.
   *
   * @param attempt 1, and one more for each failure that was recorded
   * @throws Exception if it could not: its transaction is to be rolled back
   */
  T handle(int attempt) throws Exception;
}
