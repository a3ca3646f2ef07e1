package io.restante.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jboss.logging.Logger;

/**
 * A lock of the database server that one node holds while it changes the schema. It ends with the
 * connection, and so with the node. A name counts for the whole server, hence the database's in it.
 */
final class MigrationLock {
  private static final Logger LOG = Logger.getLogger(MigrationLock.class);
  private static final String NAME = "CONCAT('restante migration ', MD5(DATABASE()))";
  private static final int SECONDS_OF_A_TRY = 10;
  private static final int TRIES = 360;

  private final Connection connection;

  private MigrationLock(Connection connection) {
    this.connection = connection;
  }

  /** Waits up to an hour while another node migrates. */
  static MigrationLock take(Connection connection) throws SQLException {
    for (int i = 0; i < TRIES; i++) {
      if (isTrue(connection, "SELECT GET_LOCK(" + NAME + ", " + SECONDS_OF_A_TRY + ")")) {
        return new MigrationLock(connection);
      }
      LOG.info("Another node changes the schema; waiting for it.");
    }
    throw new IllegalStateException("Another node has been changing the schema for an hour.");
  }

  void release() throws SQLException {
    isTrue(connection, "SELECT RELEASE_LOCK(" + NAME + ")");
  }

  private static boolean isTrue(Connection connection, String query) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }
}
