package io.restante.test.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/**
 * The shared server began with an empty database, which the EAR has migrated. After a new
 * migration, {@code ./mvnw verify -pl arquillian-tests -am -Dit.test=SchemaSnapshotIT
 * -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
 * -Drestante.schema.write=true} writes {@code db/schema.sql} anew.
 */
class SchemaSnapshotIT {

  private static final Path SNAPSHOT = Path.of(System.getProperty("restante.schema"));

  private static final String HEAD =
      """
      -- What the migrations make of an empty database. Nobody runs this file: SchemaSnapshotIT compares it with the
      -- migrated schema, and says how to write it anew.

      """;

  @Test
  void migratedSchemaIsTheOneInTheSnapshot() throws SQLException, IOException {
    try (Connection connection = TestServer.openDatabase()) {
      String schema = HEAD + new Schema(connection).text();
      if (Boolean.getBoolean("restante.schema.write")) {
        Files.writeString(SNAPSHOT, schema);
      }
      assertThat(schema)
          .as("db/schema.sql; to renew it, see SchemaSnapshotIT")
          .isEqualTo(Files.readString(SNAPSHOT));
    }
  }

  @Test
  void everyTableIsInnoDb() throws SQLException {
    try (Connection connection = TestServer.openDatabase()) {
      assertThat(new Schema(connection).engines()).isEqualTo("InnoDB");
    }
  }
}
