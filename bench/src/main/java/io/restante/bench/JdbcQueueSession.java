package io.restante.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;

/** A session of a plain program: one message at a time, on a connection of its own. */
abstract class JdbcQueueSession implements QueueSession {
  final Clock clock = Clock.systemUTC();
  final byte[] body = Texts.ascii(QueueSystem.TEXT);
  final Connection connection;

  JdbcQueueSession(Connection connection) {
    this.connection = connection;
  }

  /** Stores a message and commits. */
  abstract void store() throws SQLException;

  /** Takes a message and commits, acknowledges it and commits; false if there is none. */
  abstract boolean takeAndAck() throws SQLException;

  @Override
  public final void enqueue() {
    try {
      store();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public final int receiveAndAck(int most) {
    if (most != 1) {
      throw new IllegalArgumentException("It takes one message at a time.");
    }
    try {
      return takeAndAck() ? 1 : 0;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public final void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
