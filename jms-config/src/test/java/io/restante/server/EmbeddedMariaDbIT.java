package io.restante.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedMariaDbIT {

  @TempDir Path directory;

  @Test
  void killLosesNothingThatWasCommitted() throws SQLException {
    try (EmbeddedMariaDb database = small().start()) {
      int port = database.port();
      execute(database, "CREATE TABLE letter (id INT PRIMARY KEY)");
      execute(database, "INSERT INTO letter VALUES (1)");

      database.kill();
      assertThat(database.isRunning()).isFalse();
      database.start();

      assertThat(database.port()).isEqualTo(port);
      assertThat(query(database, "SELECT COUNT(*) FROM letter")).isEqualTo("1");
    }
  }

  @Test
  void restartKeepsDataAndPort() throws SQLException {
    try (EmbeddedMariaDb database = small().start()) {
      execute(database, "CREATE TABLE letter (id INT PRIMARY KEY)");
      long pid = database.pid();

      database.restart();

      assertThat(database.pid()).isNotEqualTo(pid);
      assertThat(query(database, "SELECT COUNT(*) FROM letter")).isEqualTo("0");
    }
  }

  @Test
  void dumpBringsBackWhatWasThereAndNothingElse() throws SQLException {
    Path dump = directory.resolve("dump.sql");
    try (EmbeddedMariaDb database = small().start()) {
      execute(database, "CREATE TABLE letter (id INT PRIMARY KEY, body BLOB)");
      execute(database, "INSERT INTO letter VALUES (1, X'00FF27'), (2, NULL)");

      database.dumpTo(dump);
      execute(database, "DELETE FROM letter");
      execute(database, "CREATE TABLE later (id INT PRIMARY KEY)");
      database.restoreFrom(dump);

      assertThat(query(database, "SELECT GROUP_CONCAT(COALESCE(HEX(body), '')) FROM letter"))
          .isEqualTo("00FF27,");
      assertThat(query(database, "SHOW TABLES")).isEqualTo("letter");
    }
  }

  @Test
  void leftoverOfAKilledLauncherIsStoppedAndItsDataKept() throws SQLException {
    EmbeddedMariaDb abandoned = small().start();
    execute(abandoned, "CREATE TABLE letter (id INT PRIMARY KEY)");

    try (EmbeddedMariaDb database = small().start()) {
      assertThat(abandoned.isRunning()).isFalse();
      assertThat(query(database, "SELECT COUNT(*) FROM letter")).isEqualTo("0");
    }
  }

  @Test
  void serverOfAnotherDirectoryIsLeftAlone() {
    try (EmbeddedMariaDb other =
            EmbeddedMariaDb.in(directory.resolve("db2")).bufferPool("32M").start();
        EmbeddedMariaDb database = small().start()) {
      assertThat(other.isRunning()).isTrue();
      assertThat(database.isRunning()).isTrue();
    }
  }

  @Test
  void optionsReachTheServerAndTimesAreUtc() throws SQLException {
    try (EmbeddedMariaDb database = small().option("--innodb-snapshot-isolation=ON").start()) {
      assertThat(query(database, "SELECT @@innodb_snapshot_isolation")).isEqualTo("1");
      assertThat(query(database, "SELECT @@innodb_flush_log_at_trx_commit")).isEqualTo("1");
      assertThat(query(database, "SELECT TIMEDIFF(NOW(), UTC_TIMESTAMP())")).isEqualTo("00:00:00");
    }
  }

  @Test
  void secretsAreReadableByTheirOwnerOnly() throws Exception {
    try (EmbeddedMariaDb database = small().start()) {
      assertThat(database.password()).hasSizeGreaterThan(40);
      for (String file : List.of("password", "init.sql")) {
        assertThat(Files.getPosixFilePermissions(directory.resolve("db").resolve(file)))
            .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  private EmbeddedMariaDb.Builder small() {
    return EmbeddedMariaDb.in(directory.resolve("db")).bufferPool("32M");
  }

  private static void execute(EmbeddedMariaDb database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(EmbeddedMariaDb database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
