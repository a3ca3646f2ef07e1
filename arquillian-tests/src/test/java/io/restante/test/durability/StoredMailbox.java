package io.restante.test.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A mailbox as its rows say, pending and finalized alike, in order of sequence.
 *
 * @param rows nothing of the mailbox was pruned or expired, or they have gaps
 */
public record StoredMailbox(
    long nextSequence, long pendingCount, long pendingBytes, List<Row> rows) {

  private static final String COUNTERS =
      "SELECT m.id, m.next_sequence, m.pending_count, m.pending_bytes FROM mailbox m"
          + " JOIN domain d ON d.id = m.domain_id WHERE d.name = ? AND m.name = ?";
  private static final String ROWS =
      """
      SELECT sequence, sender, message_id, 'PENDING', body_bytes, digest
        FROM envelope WHERE mailbox_id = ?
      UNION ALL
      SELECT sequence, sender, message_id, IF(finalization = 0, 'COMMITTED', 'DISCARDED'), 0, digest
        FROM tombstone WHERE mailbox_id = ?
      ORDER BY sequence
      """;

  /** What became of an envelope. */
  public enum State {
    PENDING,
    COMMITTED,
    DISCARDED
  }

  /** What names an envelope in its mailbox. */
  public record Identity(String sender, String messageId) {}

  /** An envelope or a tombstone; the bytes are 0 for a tombstone. */
  public record Row(long sequence, Identity identity, State state, long bytes, String digest) {}

  /** Reads it in one transaction that sees one moment. */
  public static StoredMailbox read(Connection connection, String domain, String mailbox)
      throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    try (PreparedStatement counters = connection.prepareStatement(COUNTERS)) {
      counters.setString(1, domain);
      counters.setString(2, mailbox);
      try (ResultSet row = counters.executeQuery()) {
        assertThat(row.next()).as("mailbox %s of %s", mailbox, domain).isTrue();
        return new StoredMailbox(
            row.getLong(2), row.getLong(3), row.getLong(4), rows(connection, row.getLong(1)));
      }
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  /** Counters equal rows; sequences are unique and without gaps; no identity is there twice. */
  public StoredMailbox assertSound() {
    assertCountersEqualRows();
    assertThat(rows.stream().map(Row::sequence))
        .as("sequences")
        .containsExactlyElementsOf(LongStream.range(1, nextSequence).boxed().toList());
    assertThat(rows.stream().map(Row::identity)).as("identities").doesNotHaveDuplicates();
    return this;
  }

  public StoredMailbox assertCountersEqualRows() {
    List<Row> pending = rows.stream().filter(row -> row.state() == State.PENDING).toList();
    assertThat(pendingCount).as("pending_count").isEqualTo(pending.size());
    assertThat(pendingBytes)
        .as("pending_bytes")
        .isEqualTo(pending.stream().mapToLong(Row::bytes).sum());
    return this;
  }

  /** What became of each envelope. */
  public Map<Identity, State> states() {
    return rows.stream().collect(Collectors.toMap(Row::identity, Row::state));
  }

  /** The messageIds of a sender, in order of sequence. */
  public List<String> idsOf(String sender) {
    return rows.stream()
        .map(Row::identity)
        .filter(identity -> identity.sender().equals(sender))
        .map(Identity::messageId)
        .toList();
  }

  private static List<Row> rows(Connection connection, long mailboxId) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ROWS)) {
      statement.setLong(1, mailboxId);
      statement.setLong(2, mailboxId);
      List<Row> rows = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          rows.add(
              new Row(
                  row.getLong(1),
                  new Identity(row.getString(2), row.getString(3)),
                  State.valueOf(row.getString(4)),
                  row.getLong(5),
                  HexFormat.of().formatHex(row.getBytes(6))));
        }
      }
      return rows;
    }
  }
}
