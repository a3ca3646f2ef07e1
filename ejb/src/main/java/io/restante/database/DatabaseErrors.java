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

  /**
   * The server's option read_only, a transaction that may only read, and InnoDB's read-only mode.
   */
  private static final Set<Integer> READ_ONLY = Set.of(1290, 1792, 1836);

  /**
   * A file cannot be written, the disk is full, a file or the binary log cannot be written, the
   * table or its tablespace is full, a temporary file cannot be written.
   */
  private static final Set<Integer> FULL = Set.of(3, 1021, 1026, 1114, 1878);

  /** No memory, no thread for a connection, the server stops, the connection was ended. */
  private static final Set<Integer> EXHAUSTED_OR_STOPPING = Set.of(1037, 1041, 1135, 1053, 1927);

  /** InnoDB's way to say that the disk is full, as the number of the operating system. */
  private static final String NO_SPACE_LEFT = "error 28 ";

  private DatabaseErrors() {}

  /** Whether the transaction was rolled back for a reason that a repetition may not meet again. */
  public static boolean isRepeatable(Throwable failure) {
    return sqlErrors(failure)
        .anyMatch(e -> REPEATABLE.contains(e.getErrorCode()) || "40001".equals(e.getSQLState()));
  }

  public static boolean isLockWaitTimeout(Throwable failure) {
    return sqlErrors(failure).anyMatch(e -> e.getErrorCode() == LOCK_WAIT_TIMEOUT);
  }

  /**
   * Whether the database takes writes from nobody at the moment: it is out of reach, stops, is
   * read-only or full. Nothing else will succeed either.
   */
  public static boolean isOfWholeDatabase(Throwable failure) {
    return isConnectionFailure(failure)
        || isReadOnly(failure)
        || sqlErrors(failure).anyMatch(DatabaseErrors::isExhausted);
  }

  /** Whether the database takes no writes, a commit of earlier ones included: it rolled back. */
  public static boolean isReadOnly(Throwable failure) {
    return sqlErrors(failure).anyMatch(e -> READ_ONLY.contains(e.getErrorCode()));
  }

  /** Whether there was no connection, or it was lost. */
  private static boolean isConnectionFailure(Throwable failure) {
    return causes(failure).anyMatch(ResourceException.class::isInstance)
        || sqlErrors(failure)
            .anyMatch(e -> e.getSQLState() != null && e.getSQLState().startsWith("08"));
  }

  private static boolean isExhausted(SQLException error) {
    return FULL.contains(error.getErrorCode())
        || EXHAUSTED_OR_STOPPING.contains(error.getErrorCode())
        || String.valueOf(error.getMessage()).contains(NO_SPACE_LEFT);
  }

  /** Whether the database failed or refused. */
  static boolean isOfDatabase(Throwable failure) {
    return rootCause(failure).isPresent();
  }

  /** Whether the database is at fault or out of reach, and not the data: it may take them later. */
  public static boolean isUnavailable(Throwable failure) {
    return isOfDatabase(failure) && (isRepeatable(failure) || !isOfData(failure));
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
   * The SQL error deepest under a failure: those above it may be wrappers of the server's pool,
   * without a number. Its text may hold data, so only its numbers are logged.
   */
  static Optional<SQLException> rootCause(Throwable failure) {
    return sqlErrors(failure).reduce((above, below) -> below.getSQLState() == null ? above : below);
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
