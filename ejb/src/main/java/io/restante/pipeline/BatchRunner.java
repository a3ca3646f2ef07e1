package io.restante.pipeline;

import io.restante.database.DatabaseErrors;
import io.restante.database.FailureLog;
import io.restante.database.TransactionRetry;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;
import java.util.List;

/**
 * Runs a batch to the end: repeats it whole while the database asks for that, then runs each
 * request alone, so that a failure meets only the request that causes it. While the database takes
 * nothing from anybody, the batch is refused at once. Never throws.
 */
final class BatchRunner<Q, R> {
  private static final int REPETITIONS = 5;

  private final String name;
  private final BatchTransaction<Q, R> transaction;
  private final PipelineMetrics metrics;

  BatchRunner(String name, BatchTransaction<Q, R> transaction, PipelineMetrics metrics) {
    this.name = name;
    this.transaction = transaction;
    this.metrics = metrics;
  }

  /**
   * @param waiting whether it waits for rows that somebody else has locked; if not, what needs them
   *     is contended
   */
  List<Decision<R>> run(List<Ticket<Q, R>> batch, boolean waiting) {
    metrics.begins(batch);
    List<Q> requests = batch.stream().map(Ticket::request).toList();
    if (waiting) {
      metrics.contended(batch.size());
    }
    return metrics.timed(() -> decide(requests, waiting));
  }

  private List<Decision<R>> decide(List<Q> requests, boolean waiting) {
    for (int repetition = 0; ; repetition++) {
      BatchTransaction.Attempt attempt = new BatchTransaction.Attempt(waiting);
      try {
        return transaction.run(requests, attempt);
      } catch (RuntimeException | Error failure) {
        if (DatabaseErrors.isRepeatable(failure) && repetition < REPETITIONS) {
          metrics.repeated();
          TransactionRetry.pause(repetition);
        } else if (requests.size() > 1 && isWorthSplitting(failure, attempt)) {
          metrics.split();
          return requests.stream()
              .map(request -> decide(List.of(request), waiting).get(0))
              .toList();
        } else {
          Decision<R> refused = Decision.refused(refusal(failure, attempt));
          return requests.stream().map(request -> refused).toList();
        }
      }
    }
  }

  private static boolean isWorthSplitting(Throwable failure, BatchTransaction.Attempt attempt) {
    return !DatabaseErrors.isOfWholeDatabase(failure) && !isUnknown(failure, attempt);
  }

  /** A commit that failed for a reason which does not say that it was rolled back. */
  private static boolean isUnknown(Throwable failure, BatchTransaction.Attempt attempt) {
    return attempt.isCommitting()
        && !DatabaseErrors.isRepeatable(failure)
        && !DatabaseErrors.isReadOnly(failure);
  }

  private RestanteException refusal(Throwable failure, BatchTransaction.Attempt attempt) {
    if (failure instanceof RestanteException refusal) {
      return refusal;
    }
    FailureLog.failed(
        (attempt.isCommitting() ? "The commit of a batch of " : "A batch of ") + name, failure);
    if (isUnknown(failure, attempt)) {
      return new RestanteException(
          ErrorCode.UNKNOWN_OUTCOME,
          "The database went away during the commit; repeat the request to learn the outcome.",
          Duration.ofSeconds(1),
          failure);
    }
    if (DatabaseErrors.isUnavailable(failure)) {
      return new RestanteException(
          ErrorCode.UNAVAILABLE,
          "The database did not take this; nothing was changed.",
          Duration.ofSeconds(1),
          failure);
    }
    return new RestanteException(
        ErrorCode.INTERNAL, "This failed; nothing was changed.", Duration.ofSeconds(1), failure);
  }
}
