package io.restante.test.harness;

import java.util.List;
import java.util.Map;
import org.jboss.dmr.ModelNode;

/**
 * Failures in the database driver of an {@link OwnServer}, on the threads of the pipelines, made by
 * Byteman in the running server: which statement, which error, how often.
 *
 * <p>They meet only batches of several requests, until a batch is split: what then runs alone
 * succeeds. So each outcome is known, and a test sees whether a neighbour was harmed.
 */
public final class Faults {

  private static final String ONLY_BATCHES =
      """
      RULE batch begins %1$d
      CLASS %2$s
      METHOD run(java.util.List, io.restante.pipeline.BatchTransaction$Attempt)
      AT ENTRY
      IF $1.size() > 1
      DO flag("batch %1$d")
      ENDRULE

      RULE single begins %1$d
      CLASS %2$s
      METHOD run(java.util.List, io.restante.pipeline.BatchTransaction$Attempt)
      AT ENTRY
      IF $1.size() == 1
      DO clear("batch %1$d")
      ENDRULE
      """;

  private static final String FAULT =
      """

      RULE %2$s %1$d
      CLASS %3$s
      METHOD %4$s
      AT %5$s
      IF %6$s AND flagged("batch %1$d")
          AND Thread.currentThread().getName().startsWith("restante-")
          AND incrementCounter("faults %1$d") <= %7$d
      DO System.setProperty("restante.faults", "%1$d"); %8$s; throw new java.sql.SQLException("injected", "%9$s", %10$d)
      ENDRULE
      """;

  private final ServerRules rules = new ServerRules();
  private final String transaction;
  private int count;

  /**
   * @param transaction the class of the session bean that carries the batches
   */
  public Faults(String transaction) {
    this.transaction = transaction;
  }

  /** An error of the database as the driver tells it. */
  public record DbError(int code, String state) {
    public static final DbError DEADLOCK = new DbError(1213, "40001");
    public static final DbError RECORD_CHANGED = new DbError(1020, "HY000");
    public static final DbError LOCK_WAIT = new DbError(1205, "HY000");
    public static final DbError OTHER = new DbError(1105, "HY000");
    public static final DbError CONNECTION_LOST = new DbError(0, "08000");

    private boolean isOfConnection() {
      return state.startsWith("08");
    }
  }

  /** Where in a transaction it fails. What fails before the commit is rolled back first. */
  public enum Place {
    STATEMENT,
    BEFORE_COMMIT,
    AFTER_COMMIT
  }

  /** What an {@link OwnServer} is built with so that faults can be injected. */
  public Map<String, String> environment() {
    return rules.environment();
  }

  /** The next executions of statements that contain the text fail. */
  public void inject(String statement, DbError error, int times) {
    inject(Place.STATEMENT, statement, error, times);
  }

  /**
   * @param statement part of its text, as Hibernate writes it; of no account for a commit
   */
  public void inject(Place place, String statement, DbError error, int times) {
    heal();
    int number = ++count;
    StringBuilder text = new StringBuilder(ONLY_BATCHES.formatted(number, transaction));
    if (place == Place.STATEMENT) {
      for (String method : List.of("executeQuery()", "executeUpdate()", "executeBatch()")) {
        text.append(
            FAULT.formatted(
                number,
                method,
                "^org.mariadb.jdbc.BasePreparedStatement",
                method,
                "ENTRY",
                "$0.sql.contains(\"" + statement + "\")",
                times,
                error.isOfConnection() ? "$0.getConnection().close()" : "debug(\"a fault\")",
                error.state(),
                error.code()));
      }
    } else {
      text.append(
          FAULT.formatted(
              number,
              place,
              "org.mariadb.jdbc.Connection",
              "commit()",
              place == Place.BEFORE_COMMIT ? "ENTRY" : "EXIT",
              "TRUE",
              times,
              error.isOfConnection() ? "$0.close()" : "$0.rollback()",
              error.state(),
              error.code()));
    }
    rules.add(text.toString());
  }

  /** Nothing fails any more. */
  public void heal() {
    rules.removeAll();
  }

  /** Whether what was injected last has failed at least once. */
  public boolean met(Management management) {
    ModelNode properties =
        management.execute(
            Management.operation(
                "read-resource", "core-service", "platform-mbean", "type", "runtime"));
    return properties
        .get("system-properties")
        .get("restante.faults")
        .asString("")
        .equals(Integer.toString(count));
  }
}
