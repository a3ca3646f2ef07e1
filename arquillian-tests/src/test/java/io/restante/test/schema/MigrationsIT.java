package io.restante.test.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.restante.database.Migrations;
import io.restante.server.EmbeddedMariaDb;
import io.restante.test.harness.Together;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The next start after a migration that was interrupted completes it, or refuses with what to do:
 * it never goes on with half a schema. On a database server of its own, without WildFly.
 */
class MigrationsIT {

  /** From here on, migrations may run again from their beginning. */
  private static final int FIRST_REPEATABLE = 5;

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static final Pattern REMEDY = Pattern.compile("deploy again: (DROP TABLE [a-z_, ]+;)");

  private static final int ROWS = Integer.getInteger("restante.test.rows", 5_000);
  private static final String CHECKSUM =
      "SELECT CONCAT(COUNT(*), ' ', BIT_XOR(CRC32(CONCAT(message_id, digest, body)))) FROM envelope";

  @TempDir static Path directory;
  private static EmbeddedMariaDb database;
  private static DataSource dataSource;
  private static String newest;
  private static String schema;

  @BeforeAll
  static void migrateAnEmptyDatabase() throws SQLException {
    EmbeddedMariaDb.Builder builder =
        EmbeddedMariaDb.in(directory.resolve("mariadb")).bufferPool("256M");
    if (ROWS < 100_000) {
      // Nothing here outlives the machine, and nothing is measured.
      builder.option("--debug-no-sync");
    }
    database = builder.start();
    dataSource =
        MigratingProcess.dataSource(database.jdbcUrl(), database.user(), database.password());
    newest = new Migrations(dataSource).apply();
    schema = schema();
  }

  @AfterAll
  static void stop() {
    database.stop();
  }

  @BeforeEach
  void empty() throws SQLException {
    execute("DROP DATABASE restante");
    try (Connection connection =
            MigratingProcess.dataSource(
                    database.jdbcUrl().replace("/restante", "/"),
                    database.user(),
                    database.password())
                .getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE restante CHARACTER SET utf8mb4");
    }
  }

  static Stream<Interruption> interruptions() {
    return Interruption.all();
  }

  @ParameterizedTest
  @MethodSource("interruptions")
  void nextStartCompletesItOrSaysWhatToDo(Interruption interruption) throws SQLException {
    happen(interruption);

    assertThatThrownBy(() -> new Migrations(dataSource).check())
        .hasMessageContaining("%03d".formatted(interruption.version()));
    if (interruption.version() < FIRST_REPEATABLE) {
      String history = history();
      Throwable refusal = catchThrowable(() -> new Migrations(dataSource).apply());
      assertThat(refusal)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("Migration %03d was interrupted", interruption.version());
      assertThat(history()).isEqualTo(history);
      execute(remedy(refusal.getMessage()));
    }
    assertThat(new Migrations(dataSource).apply()).isEqualTo(newest);
    assertThat(schema()).isEqualTo(schema);
    assertThat(new Migrations(dataSource).check()).isEqualTo(newest);
  }

  @Test
  void nodesThatStartAtOnceMigrateOnce() throws Exception {
    List<String> versions = Together.call(4, i -> apply());

    assertThat(versions).containsOnly(newest);
    assertThat(schema()).isEqualTo(schema);
    assertThat(history()).doesNotContain("0,").hasLineCount(Integer.parseInt(newest));
  }

  @Test
  void nodesThatStartAtOnceMendOnce() throws Exception {
    happen(Interruption.of("006", 1, true));

    List<String> versions = Together.call(4, i -> apply());

    assertThat(versions).containsOnly(newest);
    assertThat(schema()).isEqualTo(schema);
    assertThat(history()).hasLineCount(Integer.parseInt(newest));
  }

  @Test
  void tablesWithDataAreNotOfferedToBeDropped() throws SQLException {
    apply();
    execute("INSERT INTO domain (name, created_at) VALUES ('other', UTC_TIMESTAMP(3))");
    execute("DROP TABLE flyway_schema_history");

    assertThatThrownBy(() -> new Migrations(dataSource).apply())
        .hasMessageContaining("hold data")
        .hasMessageContaining("domain")
        .hasMessageNotContaining("DROP");
  }

  @Test
  void failureOfANewerVersionIsLeftToThatVersion() throws SQLException {
    apply();
    execute(
        "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
            + " checksum, installed_by, execution_time, success)"
            + " VALUES (100, '900', 'newer', 'SQL', 'V900__newer_thing.sql', 0, 'test', 1, 0)");

    assertThatThrownBy(() -> new Migrations(dataSource).apply())
        .hasMessageContaining("[900] of a newer version of Restante did not complete");
    assertThatThrownBy(() -> new Migrations(dataSource).check()).hasMessageContaining("900");
  }

  /** An ALTER that waits for a reader, as it may for a dump. */
  @Test
  void nodeKilledWhileItsStatementWaitsIsFollowedByOneThatCompletes() throws Exception {
    migrateTo("005");
    Process node;
    try (Connection reader = dataSource.getConnection();
        Statement statement = reader.createStatement()) {
      reader.setAutoCommit(false);
      statement.executeQuery("SELECT COUNT(*) FROM mailbox").close();
      node = MigratingProcess.start(database, directory.resolve("node.log").toFile());
      awaitStatement("ALTER TABLE mailbox", "metadata lock", node);
      kill(node);
      reader.rollback();
    }

    assertThat(apply()).isEqualTo(newest);
    assertThat(schema()).isEqualTo(schema);
  }

  @Test
  void nodeKilledWhileItsStatementRunsIsFollowedByOneThatCompletes() throws Exception {
    assertThat(whileAStatementRuns(Process::destroyForcibly))
        .as("killed, and not ended")
        .isEqualTo(137);

    assertThat(apply()).isEqualTo(newest);
    assertThat(schema()).isEqualTo(schema);
  }

  @Test
  void databaseKilledWhileAStatementRunsIsCompletedAfterItsRestart() throws Exception {
    whileAStatementRuns(
        node -> {
          database.kill();
          node.onExit().join();
          database.start();
        });

    assertThat(apply()).isEqualTo(newest);
    assertThat(schema()).isEqualTo(schema);
  }

  /**
   * Five thousand envelopes in the build; with {@code -Psoak} a million, whose times stand in
   * docs/operations.md.
   */
  @Test
  void databaseWithEnvelopesIsUpgradedUnderTraffic() throws SQLException {
    migrateTo(FilledDatabase.VERSION);
    FilledDatabase.fill(dataSource, ROWS);
    String before = query(CHECKSUM);
    StringBuilder report = new StringBuilder(sizes());

    for (int version = FIRST_REPEATABLE; version <= Integer.parseInt(newest); version++) {
      try (Neighbour neighbour = Neighbour.of(dataSource)) {
        await().atMost(LIMIT).until(() -> neighbour.transactions() > 0);
        long begin = System.nanoTime();
        migrateTo("%03d".formatted(version));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        int transactions = neighbour.transactions();
        await().atMost(LIMIT).until(() -> neighbour.transactions() > transactions);
        report.append(
            "V%03d: %d ms; a neighbour's transaction took %d ms at the most%n"
                .formatted(version, millis, neighbour.longestMillis()));
      }
    }

    System.out.print(report.append(sizes()));
    assertThat(query(CHECKSUM)).isEqualTo(before);
    assertThat(schema()).isEqualTo(schema);
  }

  private static String sizes() {
    return query(
        "SELECT CONCAT(table_name, ': ', table_rows, ' rows, ',"
            + " ROUND((data_length + index_length) / 1048576), ' MiB')"
            + " FROM information_schema.tables WHERE table_schema = DATABASE()"
            + " AND table_name IN ('envelope', 'tombstone', 'audit_record') ORDER BY table_name");
  }

  /** Begins anew if the node was faster than whoever strikes; returns its exit code. */
  private int whileAStatementRuns(Consumer<Process> strike) throws Exception {
    for (int attempt = 1; ; attempt++) {
      fillAudit();
      Process node = MigratingProcess.start(database, directory.resolve("node.log").toFile());
      awaitStatement("ALTER TABLE audit_record", "", node);
      strike.accept(node);
      int exitCode = node.waitFor();
      if (exitCode != 0) {
        return exitCode;
      }
      assertThat(attempt).as("attempts to be faster than the node").isLessThan(5);
      empty();
    }
  }

  /** So many that the indexes take longer than it takes to see that they are being made. */
  private static void fillAudit() throws SQLException {
    migrateTo("006");
    execute(
        "INSERT INTO audit_record (at, principal, action, outcome, resource)"
            + " SELECT UTC_TIMESTAMP(3), UUID(), 'test', 'DONE', UUID() FROM seq_1_to_100000");
  }

  private static void kill(Process node) throws InterruptedException {
    node.destroyForcibly();
    assertThat(node.waitFor()).as("killed, and not ended").isEqualTo(137);
  }

  /**
   * Waits until the node sends it, or has ended. Flyway sends the comments before a statement with
   * it.
   */
  private static void awaitStatement(String part, String state, Process node) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .until(
            () ->
                !node.isAlive()
                    || !query(
                            ("SELECT id FROM information_schema.processlist"
                                    + " WHERE info LIKE '%%%s%%' AND state LIKE '%%%s%%'"
                                    + " AND id <> CONNECTION_ID()")
                                .formatted(part, state))
                        .isEmpty());
  }

  private static void happen(Interruption interruption) throws SQLException {
    if (interruption.version() == 1) {
      // Flyway makes its history before the first migration.
      migrateTo("001");
      execute("DROP TABLE access_grant, access_token, principal, domain");
      execute("DELETE FROM flyway_schema_history");
    } else {
      migrateTo("%03d".formatted(interruption.version() - 1));
    }
    try (Connection connection = dataSource.getConnection()) {
      interruption.happen(connection);
    }
  }

  private static void migrateTo(String version) {
    flyway().target(version).load().migrate();
  }

  private static FluentConfiguration flyway() {
    return Flyway.configure().dataSource(dataSource).locations("classpath:db/migration");
  }

  private static String apply() {
    try {
      return new Migrations(dataSource).apply();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String remedy(String refusal) {
    Matcher remedy = REMEDY.matcher(refusal);
    assertThat(remedy.find()).as(refusal).isTrue();
    return remedy.group(1);
  }

  private static String schema() throws SQLException {
    try (Connection connection = dataSource.getConnection()) {
      return new Schema(connection).text();
    }
  }

  /** What is recorded, a line each: whether it succeeded, and the version. */
  private static String history() {
    return query(
        "SELECT CONCAT(success, ',', COALESCE(version, '')) FROM flyway_schema_history"
            + " WHERE type = 'SQL' ORDER BY installed_rank");
  }

  private static String query(String sql) {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      StringBuilder lines = new StringBuilder();
      while (row.next()) {
        lines.append(row.getString(1)).append('\n');
      }
      return lines.toString();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
