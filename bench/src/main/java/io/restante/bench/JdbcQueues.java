package io.restante.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The plain program: Restante's tables and statements, one message and one commit for each step,
 * without a server in between. It writes into a queue that Restante has made, and leaves it as
 * Restante would, but for the bodies, which it does not seal.
 *
 * <p>Each step locks the counters of the queue first, since they give the places of messages and
 * hold its limits; a receive takes the first message in order that nobody else has locked ({@code
 * SKIP LOCKED}).
 */
final class JdbcQueues implements QueueSystem {
  private static final AtomicLong IDS = new AtomicLong();
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final int READY = 1;
  private static final int LEASED = 2;
  private static final int ACKED = 3;

  private final JdbcSystem database;

  JdbcQueues(JdbcSystem database) {
    this.database = database;
  }

  /** What the queue is called that Restante has to make before it is opened. */
  static String nameOf(String queue) {
    return "jdbc-" + queue;
  }

  @Override
  public QueueSession open(String queue) {
    try {
      return new Session(database.connect(), nameOf(queue));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The counters of the queue as they were locked. */
  private static final class Counters {
    private long messages;
    private long bytes;
    private long inFlight;
    private long inFlightBytes;
    private long nextSequence;
    private long nextReady;
    private long nextFence;

    Counters(ResultSet row) throws SQLException {
      messages = row.getLong(1);
      bytes = row.getLong(2);
      inFlight = row.getLong(3);
      inFlightBytes = row.getLong(4);
      nextSequence = row.getLong(5);
      nextReady = row.getLong(6);
      nextFence = row.getLong(7);
    }

    void store(int size) {
      messages++;
      bytes += size;
    }

    void lease(int size) {
      inFlight++;
      inFlightBytes += size;
    }

    void finish(int size) {
      messages--;
      bytes -= size;
      inFlight--;
      inFlightBytes -= size;
    }
  }

  private static final class Session extends JdbcQueueSession {
    private static final String HOLDER = "jdbc";

    private final long queue;
    private final PreparedStatement lock;
    private final PreparedStatement taken;
    private final PreparedStatement insert;
    private final PreparedStatement insertBody;
    private final PreparedStatement first;
    private final PreparedStatement lease;
    private final PreparedStatement held;
    private final PreparedStatement finish;
    private final PreparedStatement dropBody;
    private final PreparedStatement save;

    Session(Connection connection, String name) throws SQLException {
      super(connection);
      this.queue = id(connection, name);
      lock =
          connection.prepareStatement(
              "SELECT c.stored_messages, c.stored_bytes, c.in_flight_messages, c.in_flight_bytes,"
                  + " c.next_sequence, c.next_ready_sequence, c.next_fence, q.max_stored_messages,"
                  + " q.max_stored_bytes, q.max_in_flight_messages, q.max_in_flight_bytes"
                  + " FROM queue_counter c STRAIGHT_JOIN queue q ON q.id = c.queue_id"
                  + " WHERE c.queue_id = ? FOR UPDATE");
      taken =
          connection.prepareStatement(
              "SELECT sequence FROM queue_message WHERE queue_id = ? AND message_id = ?");
      insert =
          connection.prepareStatement(
              "INSERT INTO queue_message (queue_id, sequence, message_id, body_bytes, enqueued_at,"
                  + " state, state_version, lease_version, generation, attempts, fence,"
                  + " ready_sequence, deliverable_sequence)"
                  + " VALUES (?, ?, ?, ?, ?, ?, 1, 0, 1, 0, 0, ?, ?)");
      insertBody =
          connection.prepareStatement(
              "INSERT INTO queue_body (queue_id, sequence, sealing_key, body) VALUES (?, ?, 0, ?)");
      first =
          connection.prepareStatement(
              "SELECT m.sequence, m.message_id, m.attempts, b.body"
                  + " FROM queue_message m FORCE INDEX (queue_message_deliverable)"
                  + " LEFT JOIN queue_body b ON b.queue_id = m.queue_id AND b.sequence = m.sequence"
                  + " WHERE m.deliverable_queue = ? AND m.deliverable_sequence > 0"
                  + " ORDER BY m.deliverable_sequence LIMIT 1 FOR UPDATE SKIP LOCKED");
      lease =
          connection.prepareStatement(
              "UPDATE queue_message SET state = ?, state_version = state_version + 1,"
                  + " lease_version = lease_version + 1, attempts = attempts + 1, holder = ?,"
                  + " lease_until = ?, due_at = ?, fence = ?, deliverable_sequence = NULL"
                  + " WHERE queue_id = ? AND sequence = ?");
      held =
          connection.prepareStatement(
              "SELECT state, holder, fence, lease_until FROM queue_message"
                  + " WHERE queue_id = ? AND sequence = ?");
      finish =
          connection.prepareStatement(
              "UPDATE queue_message SET state = ?, state_version = state_version + 1,"
                  + " holder = NULL, lease_until = NULL, due_at = NULL, finished_at = ?"
                  + " WHERE queue_id = ? AND sequence = ?");
      dropBody =
          connection.prepareStatement("DELETE FROM queue_body WHERE queue_id = ? AND sequence = ?");
      save =
          connection.prepareStatement(
              "UPDATE queue_counter SET stored_messages = ?, stored_bytes = ?,"
                  + " in_flight_messages = ?, in_flight_bytes = ?, next_sequence = ?,"
                  + " next_ready_sequence = ?, next_fence = ? WHERE queue_id = ?");
    }

    @Override
    void store() throws SQLException {
      String messageId = "jdbc-" + IDS.incrementAndGet();
      Counters counters = lock();
      taken.setLong(1, queue);
      taken.setString(2, messageId);
      try (ResultSet rows = taken.executeQuery()) {
        require(!rows.next(), "An id was used twice.");
      }
      long sequence = counters.nextSequence++;
      long ready = counters.nextReady++;
      counters.store(body.length);
      insert.setLong(1, queue);
      insert.setLong(2, sequence);
      insert.setString(3, messageId);
      insert.setInt(4, body.length);
      insert.setTimestamp(5, Timestamp.from(clock.instant()));
      insert.setInt(6, READY);
      insert.setLong(7, ready);
      insert.setLong(8, ready);
      insert.executeUpdate();
      insertBody.setLong(1, queue);
      insertBody.setLong(2, sequence);
      insertBody.setBytes(3, body);
      insertBody.executeUpdate();
      save(counters);
      connection.commit();
    }

    @Override
    boolean takeAndAck() throws SQLException {
      Taken message = receive();
      if (message == null) {
        return false;
      }
      acknowledge(message);
      return true;
    }

    /** What a consumer keeps of a delivery. */
    private record Taken(long sequence, long fence) {}

    /** Null if there is none. */
    private Taken receive() throws SQLException {
      Counters counters = lock();
      long sequence;
      first.setLong(1, queue);
      try (ResultSet row = first.executeQuery()) {
        if (!row.next()) {
          connection.rollback();
          return null;
        }
        sequence = row.getLong(1);
        require(row.getBytes(4).length == body.length, "A body was cut.");
      }
      long fence = counters.nextFence++;
      counters.lease(body.length);
      Timestamp until = Timestamp.from(clock.instant().plus(LEASE));
      lease.setInt(1, LEASED);
      lease.setString(2, HOLDER);
      lease.setTimestamp(3, until);
      lease.setTimestamp(4, until);
      lease.setLong(5, fence);
      lease.setLong(6, queue);
      lease.setLong(7, sequence);
      require(lease.executeUpdate() == 1, "A message was lost.");
      save(counters);
      connection.commit();
      return new Taken(sequence, fence);
    }

    private void acknowledge(Taken message) throws SQLException {
      Counters counters = lock();
      Instant now = clock.instant();
      held.setLong(1, queue);
      held.setLong(2, message.sequence());
      try (ResultSet row = held.executeQuery()) {
        require(
            row.next()
                && row.getInt(1) == LEASED
                && row.getString(2).equals(HOLDER)
                && row.getLong(3) == message.fence()
                && row.getTimestamp(4).toInstant().isAfter(now),
            "A lease was lost.");
      }
      counters.finish(body.length);
      finish.setInt(1, ACKED);
      finish.setTimestamp(2, Timestamp.from(now));
      finish.setLong(3, queue);
      finish.setLong(4, message.sequence());
      finish.executeUpdate();
      dropBody.setLong(1, queue);
      dropBody.setLong(2, message.sequence());
      dropBody.executeUpdate();
      save(counters);
      connection.commit();
    }

    private Counters lock() throws SQLException {
      lock.setLong(1, queue);
      try (ResultSet row = lock.executeQuery()) {
        row.next();
        Counters counters = new Counters(row);
        require(
            counters.messages < row.getLong(8)
                && counters.bytes < row.getLong(9)
                && counters.inFlight < row.getLong(10)
                && counters.inFlightBytes < row.getLong(11),
            "The queue is full.");
        return counters;
      }
    }

    private void save(Counters counters) throws SQLException {
      save.setLong(1, counters.messages);
      save.setLong(2, counters.bytes);
      save.setLong(3, counters.inFlight);
      save.setLong(4, counters.inFlightBytes);
      save.setLong(5, counters.nextSequence);
      save.setLong(6, counters.nextReady);
      save.setLong(7, counters.nextFence);
      save.setLong(8, queue);
      save.executeUpdate();
    }

    private static long id(Connection connection, String name) throws SQLException {
      try (PreparedStatement query =
          connection.prepareStatement(
              "SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id"
                  + " WHERE d.name = 'main' AND q.name = ?")) {
        query.setString(1, name);
        try (ResultSet row = query.executeQuery()) {
          require(row.next(), "Restante has no such queue.");
          return row.getLong(1);
        }
      }
    }

    private static void require(boolean condition, String otherwise) {
      if (!condition) {
        throw new IllegalStateException(otherwise);
      }
    }
  }
}
