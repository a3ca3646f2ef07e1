package io.restante.database;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Runs work that begins and ends its own transaction, and runs it again, whole, when the database
 * says that it lost a deadlock, met a changed record, or waited too long. Inside a transaction of
 * the caller's it runs once: only the caller can repeat that.
 */
@ApplicationScoped
public class TransactionRetry {
  /** The first run and five repetitions. */
  static final int MAX_RUNS = 6;

  private static final Duration MAX_PAUSE = Duration.ofMillis(20);

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /**
   * @throws RestanteException its own refusals, UNAVAILABLE if the database stays unwilling, or
   *     UNKNOWN_OUTCOME if it went away during the commit
   */
  public <T> T call(Supplier<T> work) {
    for (int run = 1; ; run++) {
      try {
        return work.get();
      } catch (RestanteException refusal) {
        throw refusal;
      } catch (RuntimeException failure) {
        if (!DatabaseErrors.isRepeatable(failure) || isInCallersTransaction()) {
          throw translate(failure);
        }
        if (run == MAX_RUNS) {
          throw translate(failure);
        }
        pause(run);
      }
    }
  }

  /** The same for work without a result. */
  public void run(Runnable work) {
    call(
        () -> {
          work.run();
          return null;
        });
  }

  /** The refusal that stands for a failure of the database, or the failure itself. */
  public static RuntimeException translate(RuntimeException failure) {
    if (failure instanceof RestanteException) {
      return failure;
    }
    if (!DatabaseErrors.isUnavailable(failure) && !DatabaseErrors.isUnknownOutcome(failure)) {
      return failure;
    }
    FailureLog.failed("A transaction", failure);
    if (DatabaseErrors.isUnknownOutcome(failure) && !DatabaseErrors.isReadOnly(failure)) {
      return new RestanteException(
          ErrorCode.UNKNOWN_OUTCOME,
          "The database went away during the commit; repeat the request to learn the outcome.",
          Duration.ofSeconds(1),
          failure);
    }
    return new RestanteException(
        ErrorCode.UNAVAILABLE,
        "The database did not take this; nothing was changed.",
        Duration.ofSeconds(1),
        failure);
  }

  /** A short random pause, so that two that met once do not meet again. */
  public static void pause(int run) {
    long most = Math.min(MAX_PAUSE.toNanos(), Duration.ofMillis(2).toNanos() << run);
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(most));
  }

  private boolean isInCallersTransaction() {
    return transaction.getTransactionStatus() != Status.STATUS_NO_TRANSACTION;
  }
}
