package io.restante.test.schema;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/**
 * Writes to mailboxes, tombstones and the audit, one after the other, as older nodes do while a new
 * one migrates, and remembers how long one of its transactions took at the most.
 */
final class Neighbour implements AutoCloseable {

  private final DataSource dataSource;
  private final CompletableFuture<Void> end;
  private volatile boolean stopping;
  private volatile long longestNanos;
  private final AtomicInteger transactions = new AtomicInteger();

  private Neighbour(DataSource dataSource) {
    this.dataSource = dataSource;
    this.end = CompletableFuture.runAsync(this::write, task -> new Thread(task).start());
  }

  static Neighbour of(DataSource dataSource) {
    return new Neighbour(dataSource);
  }

  int transactions() {
    return transactions.get();
  }

  long longestMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longestNanos);
  }

  /** Fails if one of its statements did. */
  @Override
  public void close() {
    stopping = true;
    end.join();
  }

  private void write() {
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      while (!stopping) {
        long begin = System.nanoTime();
        try {
          write(connection);
          transactions.incrementAndGet();
        } catch (SQLTransactionRollbackException deadlock) {
          // With the migration's locks of tables; nodes repeat it as well.
          connection.rollback();
        }
        longestNanos = Math.max(longestNanos, System.nanoTime() - begin);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void write(Connection connection) throws SQLException {
    execute(connection, "UPDATE mailbox SET last_accepted_at = UTC_TIMESTAMP(3) LIMIT 1");
    execute(connection, "UPDATE envelope SET protocol_version = 1 LIMIT 1");
    execute(connection, "UPDATE tombstone SET finalization = 0 LIMIT 1");
    execute(
        connection,
        "INSERT INTO audit_record (at, action, outcome)"
            + " VALUES (UTC_TIMESTAMP(3), 'neighbour', 'DONE')");
    connection.commit();
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.executeUpdate();
    }
  }
}
