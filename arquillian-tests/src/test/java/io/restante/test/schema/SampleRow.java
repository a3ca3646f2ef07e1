package io.restante.test.schema;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A row to be inserted. Immutable; {@link SampleRows} makes valid ones. */
record SampleRow(String table, Map<String, Object> values) {

  /** The same row with another value in a column. */
  SampleRow with(String column, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(values);
    if (changed.put(column, value) == null && !values.containsKey(column)) {
      throw new IllegalArgumentException("No sample of " + table + "." + column);
    }
    return new SampleRow(table, changed);
  }

  /** Inserts it and returns its generated key, 0 if it has none. */
  long insertInto(Connection connection) throws SQLException {
    String marks = String.join(", ", Collections.nCopies(values.size(), "?"));
    String insert =
        "INSERT INTO %s (%s) VALUES (%s)"
            .formatted(table, String.join(", ", values.keySet()), marks);
    try (PreparedStatement statement =
        connection.prepareStatement(insert, Statement.RETURN_GENERATED_KEYS)) {
      int index = 1;
      for (Object value : values.values()) {
        statement.setObject(index++, value);
      }
      statement.executeUpdate();
      try (ResultSet keys = statement.getGeneratedKeys()) {
        return keys.next() ? keys.getLong(1) : 0;
      }
    }
  }
}
