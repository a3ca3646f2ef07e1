package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The rows of a queue, changed by hand as no route can. */
final class QueueRows {
  private static final String OURS =
      "m.queue_id = (SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id"
          + " WHERE d.name = ? AND q.name = ?)";

  private QueueRows() {}

  /**
   * Fails if it changes nothing.
   *
   * @param sql on a table {@code m} with a {@code queue_id}, with {@code %s} for the condition that
   *     they are this queue's
   */
  static void execute(RestQueue queue, String sql) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql.formatted(OURS))) {
      statement.setString(1, queue.domain());
      statement.setString(2, queue.name());
      assertThat(statement.executeUpdate()).isPositive();
    }
  }
}
