package io.restante.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The statements of a submit and of an acknowledgement, on one connection. */
final class JdbcStatements {
  private static final AtomicLong IDS = new AtomicLong();
  private static final Duration TTL = Duration.ofDays(7);
  private static final int PAGE = 100;

  private final Connection connection;
  private final Clock clock = Clock.systemUTC();
  private final byte[] body = new byte[RestSystem.BODY_BYTES];
  private final byte[] digest = new byte[32];
  private final PreparedStatement lock;
  private final PreparedStatement findEnvelope;
  private final PreparedStatement findTombstone;
  private final PreparedStatement insert;
  private final PreparedStatement raise;
  private final PreparedStatement page;
  private final PreparedStatement bury;
  private final PreparedStatement remove;
  private final PreparedStatement lower;

  JdbcStatements(Connection connection) throws SQLException {
    this.connection = connection;
    lock =
        connection.prepareStatement(
            "SELECT id, next_sequence, pending_count, pending_bytes, max_pending_count,"
                + " max_pending_bytes, last_accepted_at FROM mailbox WHERE id = ? FOR UPDATE");
    findEnvelope =
        connection.prepareStatement(
            "SELECT sequence, digest, accepted_at, expires_at FROM envelope WHERE mailbox_id = ?"
                + " AND sender = ? AND message_id = ?");
    findTombstone =
        connection.prepareStatement(
            "SELECT finalization, digest FROM tombstone WHERE mailbox_id = ? AND sender = ? AND"
                + " message_id = ?");
    insert =
        connection.prepareStatement(
            "INSERT INTO envelope (mailbox_id, sequence, sender, message_id, digest, body_bytes,"
                + " protocol_version, accepted_at, expires_at, body) VALUES (?,?,?,?,?,?,?,?,?,?)");
    raise =
        connection.prepareStatement(
            "UPDATE mailbox SET next_sequence = ?, pending_count = pending_count + 1,"
                + " pending_bytes = pending_bytes + ?, last_accepted_at = ? WHERE id = ?");
    page =
        connection.prepareStatement(
            "SELECT sequence, sender, message_id, accepted_at, expires_at, body FROM envelope WHERE"
                + " mailbox_id = ? ORDER BY sequence LIMIT 100");
    bury =
        connection.prepareStatement(
            "INSERT INTO tombstone (mailbox_id, sender, message_id, sequence, finalization, digest,"
                + " accepted_at, expires_at, finalized_at) VALUES (?,?,?,?,0,?,?,?,?)");
    remove =
        connection.prepareStatement("DELETE FROM envelope WHERE mailbox_id = ? AND sequence = ?");
    lower =
        connection.prepareStatement(
            "UPDATE mailbox SET pending_count = pending_count - ?, pending_bytes = pending_bytes"
                + " - ? WHERE id = ?");
  }

  void submit(long mailbox) {
    String messageId = "jdbc-" + IDS.incrementAndGet();
    try {
      lock.setLong(1, mailbox);
      long sequence;
      try (ResultSet row = lock.executeQuery()) {
        row.next();
        sequence = row.getLong(2);
      }
      expectNone(findEnvelope, mailbox, messageId);
      expectNone(findTombstone, mailbox, messageId);
      Instant now = clock.instant();
      insert.setLong(1, mailbox);
      insert.setLong(2, sequence);
      insert.setString(3, "jdbc");
      insert.setString(4, messageId);
      insert.setBytes(5, digest);
      insert.setInt(6, body.length);
      insert.setInt(7, 1);
      insert.setTimestamp(8, Timestamp.from(now));
      insert.setTimestamp(9, Timestamp.from(now.plus(TTL)));
      insert.setBytes(10, body);
      insert.executeUpdate();
      raise.setLong(1, sequence + 1);
      raise.setInt(2, body.length);
      raise.setTimestamp(3, Timestamp.from(now));
      raise.setLong(4, mailbox);
      raise.executeUpdate();
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads a page, then commits its envelopes in one transaction; returns how many. */
  int finalizePage(long mailbox) {
    try {
      List<Row> rows = readPage(mailbox);
      connection.commit();
      lock.setLong(1, mailbox);
      lock.executeQuery().close();
      Timestamp now = Timestamp.from(clock.instant());
      for (Row row : rows) {
        bury.setLong(1, mailbox);
        bury.setString(2, row.sender());
        bury.setString(3, row.messageId());
        bury.setLong(4, row.sequence());
        bury.setBytes(5, digest);
        bury.setTimestamp(6, row.acceptedAt());
        bury.setTimestamp(7, row.expiresAt());
        bury.setTimestamp(8, now);
        bury.addBatch();
        remove.setLong(1, mailbox);
        remove.setLong(2, row.sequence());
        remove.addBatch();
      }
      bury.executeBatch();
      remove.executeBatch();
      lower.setInt(1, rows.size());
      lower.setInt(2, rows.size() * body.length);
      lower.setLong(3, mailbox);
      lower.executeUpdate();
      connection.commit();
      return rows.size();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<Row> readPage(long mailbox) throws SQLException {
    List<Row> rows = new ArrayList<>(PAGE);
    page.setLong(1, mailbox);
    try (ResultSet found = page.executeQuery()) {
      while (found.next()) {
        rows.add(
            new Row(
                found.getLong(1),
                found.getString(2),
                found.getString(3),
                found.getTimestamp(4),
                found.getTimestamp(5)));
        if (found.getBytes(6).length != body.length) {
          throw new IllegalStateException("A body was cut.");
        }
      }
    }
    return rows;
  }

  private static void expectNone(PreparedStatement query, long mailbox, String messageId)
      throws SQLException {
    query.setLong(1, mailbox);
    query.setString(2, "jdbc");
    query.setString(3, messageId);
    try (ResultSet rows = query.executeQuery()) {
      if (rows.next()) {
        throw new IllegalStateException("An id was used twice.");
      }
    }
  }

  private record Row(
      long sequence, String sender, String messageId, Timestamp acceptedAt, Timestamp expiresAt) {}
}
