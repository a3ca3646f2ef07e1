package io.restante.test.schema;

import io.restante.database.Migrations;
import io.restante.server.EmbeddedMariaDb;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.mariadb.jdbc.MariaDbDataSource;

/** Migrates as a node does when it starts, and can be killed. */
final class MigratingProcess {

  private MigratingProcess() {}

  public static void main(String[] arguments) throws SQLException {
    new Migrations(dataSource(System.getenv("DB_URL"), "restante", System.getenv("DB_PASSWORD")))
        .apply();
  }

  static Process start(EmbeddedMariaDb database, File output) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            MigratingProcess.class.getName());
    builder
        .environment()
        .putAll(Map.of("DB_URL", database.jdbcUrl(), "DB_PASSWORD", database.password()));
    return builder.redirectErrorStream(true).redirectOutput(output).start();
  }

  static MariaDbDataSource dataSource(String url, String user, String password)
      throws SQLException {
    MariaDbDataSource dataSource = new MariaDbDataSource(url);
    dataSource.setUser(user);
    dataSource.setPassword(password);
    return dataSource;
  }
}
