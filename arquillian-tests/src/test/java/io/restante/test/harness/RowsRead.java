package io.restante.test.harness;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** How many rows the shared server's database has read, for everybody. */
public final class RowsRead {

  private static final String OF_TABLE =
      "SELECT SUM(rows_read) FROM information_schema.table_statistics"
          + " WHERE table_schema = DATABASE() AND table_name = ?";

  private static final String BY_INDEX =
      "SELECT SUM(rows_read) FROM information_schema.index_statistics"
          + " WHERE table_schema = DATABASE() AND index_name = ?";

  private RowsRead() {}

  /** Of a table, by whatever way. */
  public static long ofTable(String table) {
    return count(OF_TABLE, table);
  }

  /** By an index, whose name no other table's has. */
  public static long byIndex(String index) {
    return count(BY_INDEX, index);
  }

  private static long count(String sql, String name) {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql)) {
      statement.setString(1, name);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
