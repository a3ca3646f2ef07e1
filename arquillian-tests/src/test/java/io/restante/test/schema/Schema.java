package io.restante.test.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a database says of its own schema. Flyway's table of what it applied is left out. */
final class Schema {

  private static final String FLYWAY = "flyway_schema_history";

  private final Connection connection;

  Schema(Connection connection) {
    this.connection = connection;
  }

  /** A column, as {@code table.column}. */
  record Column(String name, String characterSet, String collation) {

    String table() {
      return name.substring(0, name.indexOf('.'));
    }

    String column() {
      return name.substring(name.indexOf('.') + 1);
    }
  }

  /** {@code CREATE TABLE} of every table, by name, without what rows have left in it. */
  String text() throws SQLException {
    List<String> statements = new ArrayList<>();
    for (String table : tables()) {
      String statement = strings("SHOW CREATE TABLE `" + table + "`", 2).get(0);
      statements.add(statement.replaceAll(" AUTO_INCREMENT=\\d+", "") + ";\n");
    }
    return String.join("\n", statements);
  }

  List<String> tables() throws SQLException {
    return strings(
        "SELECT table_name FROM information_schema.tables"
            + " WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'"
            + (" AND table_name <> '" + FLYWAY + "' ORDER BY table_name"),
        1);
  }

  /** The names of all CHECK constraints. */
  List<String> checks() throws SQLException {
    return strings(
        "SELECT constraint_name FROM information_schema.check_constraints"
            + (" WHERE constraint_schema = DATABASE() AND table_name <> '" + FLYWAY + "'"),
        1);
  }

  /** Every column that holds text. */
  List<Column> textColumns() throws SQLException {
    String query =
        "SELECT CONCAT(table_name, '.', column_name), character_set_name, collation_name"
            + " FROM information_schema.columns"
            + " WHERE table_schema = DATABASE() AND collation_name IS NOT NULL"
            + (" AND table_name <> '" + FLYWAY + "'");
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      List<Column> columns = new ArrayList<>();
      while (row.next()) {
        columns.add(new Column(row.getString(1), row.getString(2), row.getString(3)));
      }
      return columns;
    }
  }

  /** {@code ENGINE} of every table. */
  String engines() throws SQLException {
    return strings(
            "SELECT DISTINCT engine FROM information_schema.tables WHERE table_schema = DATABASE()",
            1)
        .stream()
        .collect(Collectors.joining(","));
  }

  private List<String> strings(String query, int column) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      List<String> strings = new ArrayList<>();
      while (row.next()) {
        strings.add(row.getString(column));
      }
      return strings;
    }
  }
}
