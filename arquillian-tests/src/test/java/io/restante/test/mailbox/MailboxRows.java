package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the shared server's database holds of a mailbox, read in one statement.
 *
 * @param pendingCount the mailbox's counter of envelopes
 * @param pendingBytes the mailbox's counter of bytes
 * @param envelopes how many rows there are of them
 * @param envelopeBytes bytes of their bodies as they are stored
 */
record MailboxRows(
    long pendingCount,
    long pendingBytes,
    long nextSequence,
    long envelopes,
    long envelopeBytes,
    long tombstones) {

  private static final String COUNTS =
      "SELECT m.pending_count, m.pending_bytes, m.next_sequence,"
          + " (SELECT COUNT(*) FROM envelope e WHERE e.mailbox_id = m.id),"
          + " (SELECT COALESCE(SUM(e.body_bytes), 0) FROM envelope e WHERE e.mailbox_id = m.id),"
          + " (SELECT COUNT(*) FROM tombstone t WHERE t.mailbox_id = m.id)"
          + " FROM mailbox m JOIN domain d ON d.id = m.domain_id WHERE d.name = ? AND m.name = ?";

  private static final String OF_MAILBOX =
      " JOIN mailbox m ON m.id = x.mailbox_id JOIN domain d ON d.id = m.domain_id"
          + " WHERE d.name = ? AND m.name = ? ORDER BY x.sequence";

  static MailboxRows of(RestMailbox mailbox) {
    List<MailboxRows> found =
        query(
            COUNTS,
            row ->
                new MailboxRows(
                    row.getLong(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6)),
            mailbox.domain(),
            mailbox.name());
    assertThat(found).as("the mailbox's row").hasSize(1);
    return found.get(0);
  }

  /** Fails unless the counters say what the rows are. */
  MailboxRows requireTrueCounters() {
    assertThat(pendingCount).as("pending_count").isEqualTo(envelopes);
    assertThat(pendingBytes).as("pending_bytes").isEqualTo(envelopeBytes);
    return this;
  }

  /** All columns of all rows of the mailbox, to be compared with what they are later. */
  static List<List<String>> everything(RestMailbox mailbox) {
    List<List<String>> rows = new ArrayList<>();
    Object[] names = {mailbox.domain(), mailbox.name()};
    rows.addAll(
        query(
            "SELECT m.* FROM mailbox m JOIN domain d ON d.id = m.domain_id"
                + " WHERE d.name = ? AND m.name = ?",
            MailboxRows::columns,
            names));
    rows.addAll(query("SELECT x.* FROM envelope x" + OF_MAILBOX, MailboxRows::columns, names));
    rows.addAll(query("SELECT x.* FROM tombstone x" + OF_MAILBOX, MailboxRows::columns, names));
    return rows;
  }

  /** Rows as the mapper reads them. */
  static <T> List<T> query(String sql, Mapper<T> mapper, Object... parameters) {
    try (Connection connection = TestServer.openDatabase();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        List<T> rows = new ArrayList<>();
        while (result.next()) {
          rows.add(mapper.map(result));
        }
        return rows;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads the row on which the result stands. */
  interface Mapper<T> {
    T map(ResultSet row) throws SQLException;
  }

  private static List<String> columns(ResultSet row) throws SQLException {
    List<String> columns = new ArrayList<>();
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      columns.add(row.getMetaData().getColumnName(i) + "=" + row.getString(i));
    }
    return columns;
  }
}
