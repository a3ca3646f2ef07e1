package io.restante.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** A row, read column by column from the first to the last; null stays null where it may be. */
public final class Row {
  private final ResultSet row;
  private int column;

  Row(ResultSet row) {
    this.row = row;
  }

  public long number() throws SQLException {
    return row.getLong(++column);
  }

  public Long numberOrNull() throws SQLException {
    long number = number();
    return row.wasNull() ? null : number;
  }

  public int integer() throws SQLException {
    return row.getInt(++column);
  }

  public double real() throws SQLException {
    return row.getDouble(++column);
  }

  public boolean flag() throws SQLException {
    return row.getBoolean(++column);
  }

  public String text() throws SQLException {
    return row.getString(++column);
  }

  public byte[] bytes() throws SQLException {
    return row.getBytes(++column);
  }

  /** What tables keep in UTC, whatever the zone of the server. */
  public Instant instant() throws SQLException {
    LocalDateTime utc = row.getObject(++column, LocalDateTime.class);
    return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
  }
}
