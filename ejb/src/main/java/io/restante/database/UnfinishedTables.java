package io.restante.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.flywaydb.core.api.MigrationInfo;

/**
 * The tables that a migration makes without saying {@code IF NOT EXISTS}, as the first four do. It
 * cannot be run again while one of them is there. They are not dropped here: that they are left of
 * an interrupted migration is likely, but only whoever owns the database can know it.
 *
 * @param script the migration
 */
record UnfinishedTables(String version, String script) {
  static final String DIRECTORY = "db/migration";

  private static final Pattern TABLE = Pattern.compile("(?m)^CREATE TABLE (?!IF)(\\w+)");

  static UnfinishedTables of(MigrationInfo migration) {
    String resource = DIRECTORY + "/" + migration.getScript();
    try (InputStream text = UnfinishedTables.class.getClassLoader().getResourceAsStream(resource)) {
      return new UnfinishedTables(
          migration.getVersion().getVersion(),
          new String(text.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Fails if one of them is there, with what to do. */
  void refuse(Connection connection) throws SQLException {
    List<String> present = new ArrayList<>();
    boolean used = false;
    for (String table : tables()) {
      if (exists(table, connection)) {
        present.add(table);
        used |= holdsMoreThanTheMigrationInserts(table, connection);
      }
    }
    Collections.reverse(present);
    String names = String.join(", ", present);
    if (used) {
      throw new IllegalStateException(
          ("The history of migrations, flyway_schema_history, does not know of migration %s, but"
                  + " of its tables there are, and hold data: %s. Restore the database as a whole,"
                  + " the history too, or give Restante a database of its own.")
              .formatted(version, names));
    }
    if (!present.isEmpty()) {
      throw new IllegalStateException(
          ("Migration %s was interrupted: of its tables there are already, and hold nothing: %s."
                  + " Drop them, and deploy again: DROP TABLE %s;")
              .formatted(version, names, names));
    }
  }

  private List<String> tables() {
    return TABLE.matcher(script).results().map(match -> match.group(1)).toList();
  }

  private static boolean exists(String table, Connection connection) throws SQLException {
    return count(
            connection,
            "SELECT COUNT(*) FROM information_schema.tables"
                + " WHERE table_schema = DATABASE() AND table_name = '%s'".formatted(table))
        > 0;
  }

  private boolean holdsMoreThanTheMigrationInserts(String table, Connection connection)
      throws SQLException {
    Matcher inserts = Pattern.compile("(?m)^INSERT INTO " + table + "\\b").matcher(script);
    long inserted = inserts.results().count();
    return count(
            connection,
            "SELECT COUNT(*) FROM (SELECT 1 FROM `%s` LIMIT %d) t".formatted(table, inserted + 1))
        > inserted;
  }

  private static long count(Connection connection, String query) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }
}
