package io.restante.pipeline;

import java.util.List;

/**
 * Decides and stores a batch of requests in one new transaction of its own: a method of a session
 * bean with {@code REQUIRES_NEW}. When {@link #run} returns to the pipeline, the transaction is
 * committed; when it throws, nothing of it is stored.
 *
 * <p>It decides for each request by itself, from rows that it locked, before anything is written.
 * An exception is a technical failure, which rolls all of them back.
 */
@FunctionalInterface
public interface BatchTransaction<Q, R> {
  /**
   * @param attempt to be told when only the commit is left to do
   * @return a decision for each request, in order
   */
  List<Decision<R>> run(List<Q> requests, Attempt attempt);

  /** One run of a batch: what it may do, and how far it came. */
  final class Attempt {
    private final boolean waiting;
    private boolean committing;

    Attempt(boolean waiting) {
      this.waiting = waiting;
    }

    /**
     * Whether it waits for rows that somebody else has locked. If not, it leaves them out, and the
     * requests that need them are {@link Decision#contended}.
     */
    public boolean waitsForLocks() {
      return waiting;
    }

    /** All statements succeeded; what fails after this failed in the commit. */
    public void committing() {
      committing = true;
    }

    boolean isCommitting() {
      return committing;
    }
  }
}
