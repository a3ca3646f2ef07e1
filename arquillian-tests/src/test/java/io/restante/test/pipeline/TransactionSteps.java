package io.restante.test.pipeline;

import io.restante.test.harness.ServerRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The steps of one transaction of a running server, each statement, the commit, and its return:
 * Byteman writes them to a file as the transaction comes to them, and ends the JVM at a chosen one,
 * before it is done, as {@code kill -9} does. So the file says what it died of.
 */
final class TransactionSteps {

  /** The step before which all is written and nothing is committed. */
  static final String COMMIT = "commit";

  /** The last step: all is committed and nothing is answered. */
  static final String COMMITTED = "committed";

  private static final int NONE = 0;

  /** Who may do what is read again now and then, within whatever transaction asks for it. */
  private static final String NOT_OF_ACCESS =
      "!$0.sql.matches(\"(?s)select [pg]r?1_0[.].* from (principal|access_grant) .*\")";

  private static final String FIRST =
      """
      RULE transaction begins %1$d
      CLASS %2$s
      METHOD %3$s
      AT ENTRY
      IF %4$s AND incrementCounter("transactions %1$d") == 1
      DO traceOpen("steps %1$d", "%5$s"); flag("%1$d " + Thread.currentThread().getName())
      ENDRULE
      """;

  private static final String STEP =
      """

      RULE step %1$d at %3$s of %2$s %4$s
      CLASS %2$s
      METHOD %3$s
      AT %4$s
      IF flagged("%1$d " + Thread.currentThread().getName())
          AND %7$s
          AND traceln("steps %1$d", %5$s)
          AND incrementCounter("steps %1$d") == %6$d
      DO killJVM()
      ENDRULE
      """;

  private static final String LAST =
      """

      RULE transaction ends %1$d
      CLASS org.mariadb.jdbc.Connection
      METHOD commit()
      AT EXIT
      IF flagged("%1$d " + Thread.currentThread().getName())
          AND clear("%1$d " + Thread.currentThread().getName())
          AND traceln("steps %1$d", "committed")
          AND incrementCounter("steps %1$d") == %2$d
      DO killJVM()
      ENDRULE
      """;

  private final ServerRules rules = new ServerRules();
  private final Path directory;
  private int count;

  /**
   * @param directory for its files
   */
  TransactionSteps(Path directory) {
    this.directory = directory;
  }

  /**
   * The first transaction that a method begins.
   *
   * @param condition which call of the method, as Byteman says it
   */
  record Beginning(String type, String method, String condition) {}

  /** What an {@code OwnServer} is built with so that its steps are seen. */
  Map<String, String> environment() {
    return rules.environment();
  }

  /** Writes down the steps of the next such transaction. */
  void watch(Beginning beginning) {
    killAt(beginning, NONE);
  }

  /** The same, and ends the server when it comes to the n-th step, counted from 1. */
  void killAt(Beginning beginning, int step) {
    int number = ++count;
    StringBuilder text =
        new StringBuilder(
            FIRST.formatted(
                number, beginning.type(), beginning.method(), beginning.condition(), file()));
    for (String method : List.of("executeQuery()", "executeUpdate()", "executeBatch()")) {
      text.append(
          STEP.formatted(
              number,
              "^org.mariadb.jdbc.BasePreparedStatement",
              method,
              "ENTRY",
              "$0.sql.replaceAll(\"[^!-~]+\", \" \")",
              step,
              NOT_OF_ACCESS));
    }
    text.append(
        STEP.formatted(
            number,
            "org.mariadb.jdbc.Connection",
            "commit()",
            "ENTRY",
            '"' + COMMIT + '"',
            step,
            "TRUE"));
    text.append(LAST.formatted(number, step));
    rules.add(text.toString());
  }

  /** The steps that the transaction has come to. */
  List<String> seen() {
    try {
      return Files.exists(file()) ? Files.readAllLines(file()) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server goes on and nothing is watched any more. */
  void end() {
    rules.removeAll();
  }

  /** The server has ended. */
  void forget() {
    rules.forget();
  }

  private Path file() {
    return directory.resolve("steps-" + count + ".txt");
  }
}
