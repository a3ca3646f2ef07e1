package io.restante.inbox;

import jakarta.ejb.ApplicationException;

/**
 * The handler of {@link Inbox#process} threw; its exception is the cause. The transaction is marked
 * for rollback: end it, then tell {@link Inbox#fail} the cause.
 */
@ApplicationException(rollback = true)
public final class HandlerFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public HandlerFailedException(Exception cause) {
    super("The handler of a message failed.", cause);
  }
}
