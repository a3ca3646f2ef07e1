package io.restante.database;

import jakarta.resource.ResourceException;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.SystemException;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What MariaDB's errors mean for the transaction that met them. */
public final class DatabaseErrors {
  private static final int DUPLICATE_KEY = 1062;
  private static final int RECORD_CHANGED = 1020;
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;

  /**
   * A duplicate key is among them because it means that somebody else stored the same thing
   * meanwhile: the repetition finds it and decides with it.
   */
  private static final Set<Integer> REPEATABLE =
      Set.of(DEADLOCK, RECORD_CHANGED, LOCK_WAIT_TIMEOUT, DUPLICATE_KEY);

  private DatabaseErrors() {}

  /** Whether the transaction was rolled back for a reason that a repetition may not meet again. */
  public static boolean isRepeatable(Throwable failure) {
    return sqlErrors(failure)
        .anyMatch(e -> REPEATABLE.contains(e.getErrorCode()) || "40001".equals(e.getSQLState()));
  }

  public static boolean isLockWaitTimeout(Throwable failure) {
    return sqlErrors(failure).anyMatch(e -> e.getErrorCode() == LOCK_WAIT_TIMEOUT);
  }

  /** Whether there was no connection, or it was lost: nothing else will succeed either. */
  public static boolean isConnectionFailure(Throwable failure) {
    return causes(failure).anyMatch(ResourceException.class::isInstance)
        || sqlErrors(failure)
            .anyMatch(e -> e.getSQLState() != null && e.getSQLState().startsWith("08"));
  }

  /** Whether the database is at fault or out of reach, and not the data: it may take them later. */
  public static boolean isUnavailable(Throwable failure) {
    return cause(failure).isPresent() && (isRepeatable(failure) || !isOfData(failure));
  }

  /** A data exception, a violated constraint, or a refusal by a trigger. */
  private static boolean isOfData(Throwable failure) {
    return sqlErrors(failure)
        .anyMatch(e -> e.getSQLState() != null && e.getSQLState().matches("(22|23|45).*"));
  }

  /**
   * Whether the connection was lost during the commit, so that nobody knows whether it took place.
   */
  public static boolean isUnknownOutcome(Throwable failure) {
    return causes(failure)
        .anyMatch(
            cause ->
                cause instanceof HeuristicMixedException
                    || cause instanceof HeuristicRollbackException
                    || cause instanceof SystemException);
  }

  /**
   * The first SQL error under a failure; its text may hold data, so only its numbers are logged.
   */
  public static Optional<SQLException> cause(Throwable failure) {
    return sqlErrors(failure).findFirst();
  }

  private static Stream<SQLException> sqlErrors(Throwable failure) {
    return causes(failure).filter(SQLException.class::isInstance).map(SQLException.class::cast);
  }

  /**
   * It and all under it, each once, also where they refer to each other in a circle. The
   * transaction manager adds what the database said to a commit as a suppressed exception.
   */
  private static Stream<Throwable> causes(Throwable failure) {
    Set<Throwable> found = new LinkedHashSet<>();
    collect(failure, found);
    return found.stream();
  }

  private static void collect(Throwable failure, Set<Throwable> found) {
    if (failure != null && found.add(failure)) {
      Stream.of(failure.getSuppressed()).forEach(suppressed -> collect(suppressed, found));
      collect(failure.getCause(), found);
    }
  }
}
