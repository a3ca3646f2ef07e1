package io.restante.database;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/**
 * Tells the log what the database, or the program, did not do. While the database is away that is
 * every request, so each kind of failure is told at most once in ten seconds, with how many there
 * were. Only numbers and names of classes are told: the texts of exceptions may hold data.
 */
public final class FailureLog {
  private static final Logger LOG = Logger.getLogger(FailureLog.class);
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private static final Map<String, Kind> KINDS = new ConcurrentHashMap<>();

  private FailureLog() {}

  /**
   * @param what that failed, a few words from a small set
   */
  public static void failed(String what, Throwable failure) {
    String kind = what + " failed: " + describe(failure);
    KINDS.computeIfAbsent(kind, Kind::new).happened();
    if (DatabaseErrors.isOfWholeDatabase(failure)) {
      // What the database says of others may quote what it was given.
      LOG.debug("The failure", failure);
    }
  }

  private static String describe(Throwable failure) {
    return DatabaseErrors.rootCause(failure)
        .map(e -> "database error " + e.getErrorCode() + ", state " + e.getSQLState())
        .orElseGet(() -> failure.getClass().getName());
  }

  private static final class Kind {
    private final String text;
    private long told = System.nanoTime() - INTERVAL.toNanos();
    private long untold;

    Kind(String text) {
      this.text = text;
    }

    synchronized void happened() {
      untold++;
      if (System.nanoTime() - told >= INTERVAL.toNanos()) {
        LOG.error(untold == 1 ? text : text + " (" + untold + " times since it was last told)");
        told = System.nanoTime();
        untold = 0;
      }
    }
  }
}
