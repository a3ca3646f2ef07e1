package io.restante.test.request;

import io.restante.test.harness.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is stored in the shared server's database, to prove what an answer only claims. */
public final class Rows {

  private Rows() {}

  /** The result of a {@code SELECT count(*)}. */
  public static long count(String sql, Object... parameters) {
    return ((Number) select(sql, parameters).get(0).values().iterator().next()).longValue();
  }

  /** All rows, as column and value. */
  public static List<Map<String, Object>> select(String sql, Object... parameters) {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return rows(result);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Changes rows behind the server's back, at least one. */
  public static void change(String sql, Object... parameters) {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      if (statement.executeUpdate() == 0) {
        throw new IllegalStateException("It changes nothing: " + sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The columns of a table that can be copied, but some, as a list to select. */
  public static String columns(String table, String... without) {
    return (String)
        select(
                "SELECT GROUP_CONCAT(column_name ORDER BY ordinal_position) AS names"
                    + " FROM information_schema.columns WHERE table_schema = DATABASE()"
                    + " AND table_name = ? AND is_generated = 'NEVER'"
                    + " AND NOT FIND_IN_SET(column_name, ?)",
                table,
                String.join(",", without))
            .get(0)
            .get("names");
  }

  /** How many envelopes a mailbox holds, by its rows and not by its counter. */
  public static long envelopes(String domain, String mailbox) {
    return count(
        "SELECT count(*) FROM envelope e JOIN mailbox m ON m.id = e.mailbox_id"
            + " JOIN domain d ON d.id = m.domain_id WHERE d.name = ? AND m.name = ?",
        domain,
        mailbox);
  }

  /** The row of a mailbox with its counters and its next sequence. */
  public static Map<String, Object> mailbox(String domain, String mailbox) {
    return select(
            "SELECT m.* FROM mailbox m JOIN domain d ON d.id = m.domain_id"
                + " WHERE d.name = ? AND m.name = ?",
            domain,
            mailbox)
        .get(0);
  }

  private static List<Map<String, Object>> rows(ResultSet result) throws SQLException {
    List<Map<String, Object>> rows = new ArrayList<>();
    while (result.next()) {
      Map<String, Object> row = new LinkedHashMap<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        row.put(result.getMetaData().getColumnLabel(i), result.getObject(i));
      }
      rows.add(row);
    }
    return rows;
  }
}
