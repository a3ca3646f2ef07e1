package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What the database holds of a queue, and whether its books are right. */
public final class QueueBooks {

  /** Counters beside what the messages sum up to; must be the same. */
  private static final String SUMS =
      """
      SELECT c.stored_messages, COUNT(m.sequence), c.stored_bytes, COALESCE(SUM(m.body_bytes), 0),
        c.in_flight_messages, COALESCE(SUM(m.state = 2), 0),
        c.in_flight_bytes, COALESCE(SUM(IF(m.state = 2, m.body_bytes, 0)), 0),
        c.dead_letter_messages, COALESCE(SUM(m.state = 4), 0),
        c.dead_letter_bytes, COALESCE(SUM(IF(m.state = 4, m.body_bytes, 0)), 0)
        FROM domain d JOIN queue q ON q.domain_id = d.id JOIN queue_counter c ON c.queue_id = q.id
        LEFT JOIN queue_message m ON m.queue_id = q.id AND m.state NOT IN (3, 5, 6)
        WHERE d.name = ? AND q.name = ? GROUP BY q.id
      """;

  /** Messages with a body that they should not have, or without one that they should have. */
  private static final String WRONG_BODIES =
      """
      SELECT COUNT(*) FROM domain d JOIN queue q ON q.domain_id = d.id
        JOIN queue_message m ON m.queue_id = q.id
        LEFT JOIN queue_body b ON b.queue_id = m.queue_id AND b.sequence = m.sequence
        WHERE d.name = ? AND q.name = ? AND (m.state IN (3, 5, 6)) = (b.sequence IS NOT NULL)
      """;

  /** Strict order: keys whose head is not found where it is looked for, or something else is. */
  private static final String WRONG_HEADS =
      """
      SELECT COUNT(*) FROM domain d JOIN queue q ON q.domain_id = d.id
        JOIN queue_message m ON m.queue_id = q.id AND m.state = 1
        WHERE d.name = ? AND q.name = ? AND (m.deliverable_sequence IS NOT NULL) <>
          (m.ordering_key IS NULL OR m.order_sequence = (
            SELECT MIN(x.order_sequence) FROM queue_message x
              WHERE x.queue_id = m.queue_id AND x.ordering_key = m.ordering_key))
      """;

  private final Connection database;
  private final RestQueue queue;

  public QueueBooks(Connection database, RestQueue queue) {
    this.database = database;
    this.queue = queue;
  }

  /** Counters equal rows, bodies are where they belong, heads are where they are looked for. */
  public void requireRight() throws SQLException {
    List<Long> sums = row(SUMS);
    for (int i = 0; i < sums.size(); i += 2) {
      assertThat(sums.get(i)).as("counter %d of %s", i / 2, sums).isEqualTo(sums.get(i + 1));
    }
    assertThat(row(WRONG_BODIES)).as("messages with wrong bodies").containsExactly(0L);
    assertThat(row(WRONG_HEADS)).as("messages wrongly found or not").containsExactly(0L);
  }

  /** How many of its messages are in the state with the code. */
  public long count(int state) throws SQLException {
    return row("SELECT COUNT(*) FROM domain d JOIN queue q ON q.domain_id = d.id"
            + " JOIN queue_message m ON m.queue_id = q.id"
            + " WHERE d.name = ? AND q.name = ? AND m.state = "
            + state)
        .get(0);
  }

  /** The lowest and the highest generation of its messages. */
  public List<Long> generations() throws SQLException {
    return row(
        "SELECT MIN(m.generation), MAX(m.generation) FROM domain d"
            + " JOIN queue q ON q.domain_id = d.id JOIN queue_message m ON m.queue_id = q.id"
            + " WHERE d.name = ? AND q.name = ?");
  }

  private List<Long> row(String sql) throws SQLException {
    try (PreparedStatement statement = database.prepareStatement(sql)) {
      statement.setString(1, queue.domain());
      statement.setString(2, queue.name());
      try (ResultSet row = statement.executeQuery()) {
        assertThat(row.next()).isTrue();
        List<Long> values = new ArrayList<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          values.add(row.getLong(i));
        }
        return values;
      }
    }
  }
}
