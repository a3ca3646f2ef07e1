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
   * @param progress to be told when only the commit is left to do
   * @return a decision for each request, in order
   */
  List<Decision<R>> run(List<Q> requests, Progress progress);

  /** How far a batch came. */
  final class Progress {
    private boolean committing;

    /** All statements succeeded; what fails after this failed in the commit. */
    public void committing() {
      committing = true;
    }

    boolean isCommitting() {
      return committing;
    }
  }
}
