package io.restante.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A queue with leases in two tables, as one would write it for one application and no more, and one
 * commit for each step, without a server in between.
 *
 * <p>A message is open or done. An open one is due from an instant on: when it was stored, and when
 * the lease ends of whoever took it; so a lapsed lease needs no sweep. A receive takes the first
 * due row that nobody else has locked ({@code SKIP LOCKED}) and moves its instant to the end of the
 * lease. An acknowledgement marks the row done, if the lease is still the same, and drops the body.
 * The row stays, so that the id stays taken. There is no order but that of the instants, and no
 * counter or limit that one message would wait for another for.
 */
final class TwoTableQueues implements QueueSystem {
  private static final AtomicLong IDS = new AtomicLong();
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final int OPEN = 0;
  private static final int DONE = 1;

  private static final String MESSAGES =
      """
      CREATE TABLE IF NOT EXISTS plain_queue_message (
        id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
        queue VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
        message_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin NOT NULL,
        state TINYINT NOT NULL,
        due_at DATETIME(3) NOT NULL,
        attempts INT NOT NULL DEFAULT 0,
        lease BIGINT NULL,
        enqueued_at DATETIME(3) NOT NULL,
        done_at DATETIME(3) NULL,
        UNIQUE KEY message (queue, message_id),
        KEY due (queue, state, due_at, id)
      ) ENGINE = InnoDB
      """;
  private static final String BODIES =
      """
      CREATE TABLE IF NOT EXISTS plain_queue_body (
        message BIGINT NOT NULL PRIMARY KEY,
        body BLOB NOT NULL
      ) ENGINE = InnoDB
      """;

  private final JdbcSystem database;

  TwoTableQueues(JdbcSystem database) {
    this.database = database;
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(MESSAGES);
      statement.execute(BODIES);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public QueueSession open(String queue) {
    try {
      return new Session(database.connect(), queue);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Session extends JdbcQueueSession {
    private final String queue;
    private final PreparedStatement insert;
    private final PreparedStatement insertBody;
    private final PreparedStatement first;
    private final PreparedStatement lease;
    private final PreparedStatement finish;
    private final PreparedStatement dropBody;

    Session(Connection connection, String queue) throws SQLException {
      super(connection);
      this.queue = queue;
      insert =
          connection.prepareStatement(
              "INSERT INTO plain_queue_message (queue, message_id, state, due_at, enqueued_at)"
                  + " VALUES (?, ?, 0, ?, ?)",
              Statement.RETURN_GENERATED_KEYS);
      insertBody =
          connection.prepareStatement("INSERT INTO plain_queue_body (message, body) VALUES (?, ?)");
      first =
          connection.prepareStatement(
              "SELECT STRAIGHT_JOIN m.id, m.message_id, m.attempts, b.body"
                  + " FROM plain_queue_message m FORCE INDEX (due)"
                  + " JOIN plain_queue_body b ON b.message = m.id"
                  + " WHERE m.queue = ? AND m.state = 0 AND m.due_at <= ?"
                  + " ORDER BY m.due_at, m.id LIMIT 1 FOR UPDATE SKIP LOCKED");
      lease =
          connection.prepareStatement(
              "UPDATE plain_queue_message SET due_at = ?, lease = ?, attempts = attempts + 1"
                  + " WHERE id = ?");
      finish =
          connection.prepareStatement(
              "UPDATE plain_queue_message SET state = ?, done_at = ?, lease = NULL"
                  + " WHERE id = ? AND state = ? AND lease = ? AND due_at > ?");
      dropBody = connection.prepareStatement("DELETE FROM plain_queue_body WHERE message = ?");
    }

    @Override
    void store() throws SQLException {
      Timestamp now = Timestamp.from(clock.instant());
      insert.setString(1, queue);
      insert.setString(2, "m" + IDS.incrementAndGet());
      insert.setTimestamp(3, now);
      insert.setTimestamp(4, now);
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        keys.next();
        insertBody.setLong(1, keys.getLong(1));
      }
      insertBody.setBytes(2, body);
      insertBody.executeUpdate();
      connection.commit();
    }

    @Override
    boolean takeAndAck() throws SQLException {
      long token = ThreadLocalRandom.current().nextLong();
      long message = receive(token);
      if (message < 0) {
        return false;
      }
      acknowledge(message, token);
      return true;
    }

    private long receive(long token) throws SQLException {
      Instant now = clock.instant();
      long message = -1;
      first.setString(1, queue);
      first.setTimestamp(2, Timestamp.from(now));
      try (ResultSet row = first.executeQuery()) {
        if (row.next()) {
          message = row.getLong(1);
          if (row.getBytes(4).length != body.length) {
            throw new IllegalStateException("A body was cut.");
          }
        }
      }
      if (message >= 0) {
        lease.setTimestamp(1, Timestamp.from(now.plus(LEASE)));
        lease.setLong(2, token);
        lease.setLong(3, message);
        lease.executeUpdate();
        connection.commit();
      } else {
        connection.rollback();
      }
      return message;
    }

    private void acknowledge(long message, long token) throws SQLException {
      Timestamp now = Timestamp.from(clock.instant());
      finish.setInt(1, DONE);
      finish.setTimestamp(2, now);
      finish.setLong(3, message);
      finish.setInt(4, OPEN);
      finish.setLong(5, token);
      finish.setTimestamp(6, now);
      if (finish.executeUpdate() != 1) {
        throw new IllegalStateException("A lease was lost.");
      }
      dropBody.setLong(1, message);
      dropBody.executeUpdate();
      connection.commit();
    }
  }
}
