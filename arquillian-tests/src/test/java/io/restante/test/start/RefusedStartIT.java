package io.restante.test.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.OwnServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is wrong with a setting shows at the start and not at the first request that needs it: one
 * setting of each record of settings; the others are tried without a server, {@code *ConfigTest}.
 */
class RefusedStartIT {

  private static OwnServer own;
  private static DeployedAgain ear;

  @BeforeAll
  static void start() {
    own = OwnServer.start();
    ear = DeployedAgain.on(own);
  }

  @AfterAll
  static void stop() {
    own.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "restante.pipeline.workers          | 0        | 1 to 64",
        "restante.mailbox.ttl.maximum       | 30 days  | PT24H to PT720H",
        "restante.idempotency.retention     | PT23H    | PT24H to PT720H",
        "restante.audit.retention           | PT1H     | PT24H to PT876000H",
        "restante.ratelimit.read.per-minute | 0        | 1 to 100000000",
        "restante.proxy.trusted             | gateway  | addresses and ranges such as 10.0.0.0/8",
        "restante.jwt.algorithms            | HS256    | some of [ES256, ",
        "restante.db.migrate                | never    | true or false",
        "restante.clock.adjustable          | perhaps  | true or false"
      })
  void badSettingStopsTheDeploymentAndIsNamed(String key, String value, String allowed) {
    DeployedAgain.Attempt attempt = ear.with(Map.of(key, value));

    assertThat(attempt.deployed()).as("deployed with %s=%s", key, value).isFalse();
    assertThat(attempt.log())
        .contains("Setting " + key + " is \"" + value + "\"; allowed is ")
        .contains(allowed);
  }

  @Test
  void weakAdministratorTokenIsRefusedAndNotLogged() {
    DeployedAgain.Attempt attempt = ear.with(Map.of("restante.admin.token", "rst_swordfish"));

    assertThat(attempt.deployed()).isFalse();
    assertThat(attempt.log())
        .contains("Setting restante.admin.token is")
        .contains("at least 20 random characters")
        .doesNotContain("swordfish");
  }

  @Test
  void missingKeyFileIsRefusedWithWhatToDo(@TempDir Path directory) {
    Path file = directory.resolve("keys.json");

    DeployedAgain.Attempt attempt =
        ear.with(Map.of("restante.keys.file", file.toString(), "restante.keys.create", "false"));

    assertThat(attempt.deployed()).isFalse();
    assertThat(attempt.log())
        .contains("Setting restante.keys.file is \"" + file + "\"")
        .contains("set restante.keys.create=true at the very first start to make one");
    assertThat(file).doesNotExist();
  }

  @Test
  void damagedKeyFileIsRefusedAndKept(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("keys.json"), "{\"sealing\":{}}");

    DeployedAgain.Attempt attempt = ear.with(Map.of("restante.keys.file", file.toString()));

    assertThat(attempt.deployed()).isFalse();
    assertThat(attempt.log()).contains("a readable key file of Restante");
    assertThat(file).hasContent("{\"sealing\":{}}");
  }

  @Test
  void emptyDatabaseIsRefusedWhereNothingIsMigrated() throws SQLException {
    try (Connection connection = own.openDatabase()) {
      dropAllTables(connection);

      DeployedAgain.Attempt attempt = ear.with(Map.of("restante.db.migrate", "off"));

      assertThat(attempt.deployed()).isFalse();
      assertThat(attempt.log()).contains("migration not applied to database: 001");
      assertThat(tables(connection)).isEmpty();
    }
    assertThat(ear.with(Map.of()).deployed()).as("deployed with migrations").isTrue();
    assertThat(ear.with(Map.of("restante.db.migrate", "off")).deployed())
        .as("deployed on a schema that is up to date")
        .isTrue();
  }

  @Test
  void goodSettingsOfEveryKindAreTaken() {
    DeployedAgain.Attempt attempt =
        ear.with(
            Map.of(
                "restante.pipeline.workers", "1",
                "restante.mailbox.ttl.minimum", "PT1S",
                "restante.mailbox.ttl.maximum", "P1D",
                "restante.mailbox.tombstone.max-age", "never",
                "restante.mailbox.protocol-versions", "1, 2",
                "restante.idempotency.retention", "P30D",
                "restante.inbox.completed.max-age", "PT10M",
                "restante.inbox.dead.max-age", "P30D"));

    assertThat(attempt.deployed()).isTrue();
    assertThat(attempt.log())
        .contains("Messages can be delivered again for PT1H (restante.inbox.redelivery.longest)")
        .contains("is forgotten after PT10M (restante.inbox.completed.max-age)");
  }

  private static void dropAllTables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET foreign_key_checks = 0");
      for (String table : tables(connection)) {
        statement.execute("DROP TABLE `" + table + "`");
      }
      statement.execute("SET foreign_key_checks = 1");
    }
  }

  private static List<String> tables(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW TABLES")) {
      List<String> tables = new ArrayList<>();
      while (row.next()) {
        tables.add(row.getString(1));
      }
      return tables;
    }
  }
}
