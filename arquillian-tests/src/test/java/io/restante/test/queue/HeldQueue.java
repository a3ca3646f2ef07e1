package io.restante.test.queue;

import static org.awaitility.Awaitility.await;

import io.restante.test.harness.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;

/** A queue whose counters somebody else has locked, until it is closed. */
final class HeldQueue implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Connection holder;

  HeldQueue(RestQueue queue) throws SQLException {
    holder = TestServer.openDatabase();
    holder.setAutoCommit(false);
    long id =
        number(
            "SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id"
                + " WHERE d.name = ? AND q.name = ?",
            queue.domain(),
            queue.name());
    number("SELECT queue_id FROM queue_counter WHERE queue_id = ? FOR UPDATE", id);
  }

  /** Until so many transactions wait for it. */
  void awaitWaiting(int transactions) {
    await().atMost(LIMIT).until(() -> waiting() >= transactions);
  }

  /** Whoever waits for another queue, for instance a timer, does not so long. */
  private long waiting() throws SQLException {
    return number(
        "SELECT COUNT(*) FROM information_schema.processlist WHERE time_ms > 200"
            + " AND info LIKE 'SELECT c.queue_id%c.queue_id = % FOR UPDATE'");
  }

  private long number(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = holder.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    holder.rollback();
    holder.close();
  }
}
