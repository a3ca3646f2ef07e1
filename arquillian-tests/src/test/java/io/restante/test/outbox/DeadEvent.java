package io.restante.test.outbox;

import io.restante.test.harness.TestServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** An outbox event that was given up, of a mailbox that is gone: tried again, it is done. */
public final class DeadEvent {

  private static final String INSERT =
      """
      INSERT INTO outbox (event_type, version, subject_type, subject_id, detail, state, created_at,
          available_at, attempts, last_error, finished_at)
        VALUES ('ACKNOWLEDGEMENT', 1, 'mailbox', 0, '{"acknowledger":"a","messageId":"m"}', 'DEAD',
          UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), 10, 'MAILBOX_FULL', UTC_TIMESTAMP(3))
        RETURNING id
      """;

  private DeadEvent() {}

  /** Stores one in the shared server's database and returns its id. */
  public static long store() {
    try (Connection database = TestServer.openDatabase();
        Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery(INSERT)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The state of an event. */
  static String state(long id) {
    try (Connection database = TestServer.openDatabase();
        Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery("SELECT state FROM outbox WHERE id = " + id)) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
