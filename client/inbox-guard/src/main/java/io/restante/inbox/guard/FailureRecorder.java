package io.restante.inbox.guard;

import io.restante.inbox.Inbox;
import io.restante.inbox.InboxFailure;
import io.restante.inbox.InboxMessage;
import io.restante.inbox.InboxScope;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * Records that a delivery failed, once its transaction has ended. That is mostly after the handler
 * failed; a transaction that runs out of time ends before, on another thread.
 */
final class FailureRecorder implements Synchronization {
  private static final Logger LOG = System.getLogger(FailureRecorder.class.getName());

  private final Inbox inbox;
  private final InboxScope scope;
  private final InboxMessage message;
  private final int maxAttempts;
  private Throwable failure;
  private boolean ended;

  FailureRecorder(Inbox inbox, InboxScope scope, InboxMessage message, int maxAttempts) {
    this.inbox = inbox;
    this.scope = scope;
    this.message = message;
    this.maxAttempts = maxAttempts;
  }

  static boolean isUnderWay(int status) {
    return status == Status.STATUS_ACTIVE || status == Status.STATUS_MARKED_ROLLBACK;
  }

  void handlerFailed(Throwable aFailure) {
    boolean now;
    synchronized (this) {
      failure = aFailure;
      now = ended;
    }
    if (now) {
      record();
    }
  }

  @Override
  public void beforeCompletion() {}

  @Override
  public void afterCompletion(int status) {
    boolean now;
    synchronized (this) {
      ended = true;
      now = failure != null;
    }
    if (now) {
      record();
    }
  }

  /** What fails here is not thrown: the broker delivers again in any case. */
  private void record() {
    String kind = failure.getClass().getName();
    try {
      InboxFailure recorded = inbox.fail(scope, message, failure, maxAttempts);
      LOG.log(
          recorded instanceof InboxFailure.NowDead ? Level.WARNING : Level.DEBUG,
          "A message of scope {0} failed with {1}: {2}",
          scope.name(),
          kind,
          recorded);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "That a message of scope {0} failed with {1} could not be recorded: {2}",
          scope.name(),
          kind,
          e.getClass().getName());
    }
  }
}
