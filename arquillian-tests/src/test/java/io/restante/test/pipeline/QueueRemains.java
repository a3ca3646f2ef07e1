package io.restante.test.pipeline;

import io.restante.test.harness.OwnServer;
import io.restante.test.queue.QueueBooks;
import io.restante.test.queue.RestQueue;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a write on a queue leaves in the database, without what differs from one queue to the
 * next: ids, instants, what the broker has got meanwhile. Whatever happened once on two queues,
 * twice on none, left the same on both.
 */
final class QueueRemains {

  private static final String QUEUE =
      "FROM domain d JOIN queue q ON q.domain_id = d.id AND d.name = ? AND q.name = ?";

  private static final String MESSAGES =
      """
      SELECT CONCAT('message ', m.message_id, ' state ', m.state, ' version ', m.state_version,
          ' lease ', m.lease_version, ' generation ', m.generation, ' attempts ', m.attempts,
          ' fence ', m.fence, ' deliverable ', m.deliverable_sequence IS NOT NULL,
          ' parked ', COALESCE(m.parked_sequence, 'no'), ' body ', b.sequence IS NOT NULL)
        %s JOIN queue_message m ON m.queue_id = q.id
        LEFT JOIN queue_body b ON b.queue_id = q.id AND b.sequence = m.sequence
        ORDER BY m.message_id
      """
          .formatted(QUEUE);

  private static final String COUNTERS =
      """
      SELECT CONCAT_WS(' ', 'counters', c.stored_messages, c.stored_bytes, c.in_flight_messages,
          c.in_flight_bytes, c.dead_letter_messages, c.dead_letter_bytes, c.next_sequence,
          c.next_ready_sequence, c.next_parked_sequence, c.next_fence)
        %s JOIN queue_counter c ON c.queue_id = q.id
      """
          .formatted(QUEUE);

  private static final String POLICY =
      "SELECT CONCAT('attempts ', q.max_attempts, ' stored ', q.max_stored_messages) %s"
          .formatted(QUEUE);

  private static final String RECEIPTS =
      "SELECT CONCAT('receipt of ', r.request_id) %s JOIN queue_receipt r ON r.queue_id = q.id"
          .formatted(QUEUE);

  private static final String REDRIVES =
      """
      SELECT CONCAT('redriven ', r.redriven, ' skipped ', r.skipped, ' finished ',
          r.finished_at IS NOT NULL)
        %s JOIN queue_redrive r ON r.queue_id = q.id ORDER BY r.id
      """
          .formatted(QUEUE);

  private static final String EVENTS =
      """
      SELECT CONCAT('event ', o.event_type) %s
        JOIN outbox o ON o.subject_type = 'queue' AND o.subject_id = q.id ORDER BY o.id
      """
          .formatted(QUEUE);

  private static final String AUDIT =
      """
      SELECT CONCAT('audit ', a.action, ' ', a.outcome) %s
        JOIN audit_record a ON a.domain = d.name AND a.resource = CONCAT('queues/', q.name)
        ORDER BY a.id
      """
          .formatted(QUEUE);

  private final OwnServer own;
  private final RestQueue queue;
  private final long answersBefore;

  /** Begins to count kept answers. */
  QueueRemains(OwnServer own, RestQueue queue) throws SQLException {
    this.own = own;
    this.queue = queue;
    this.answersBefore = answers();
  }

  /** What is left now, after a look whether the books are right, and the kept answers. */
  List<String> now() throws SQLException {
    List<String> all = ofQueue();
    all.add("kept answers " + (answers() - answersBefore));
    return all;
  }

  /** The same without the kept answers, after which others may have been sent. */
  List<String> ofQueue() throws SQLException {
    try (Connection database = own.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
    List<String> all = new ArrayList<>();
    for (String query : List.of(POLICY, MESSAGES, COUNTERS, RECEIPTS, REDRIVES, EVENTS, AUDIT)) {
      all.addAll(read(query));
    }
    return all;
  }

  /** Of all queues: nobody sends anything else meanwhile. */
  private long answers() throws SQLException {
    try (Connection database = own.openDatabase();
        Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM idempotency_record")) {
      row.next();
      return row.getLong(1);
    }
  }

  private List<String> read(String query) throws SQLException {
    try (Connection database = own.openDatabase();
        PreparedStatement statement = database.prepareStatement(query)) {
      statement.setString(1, queue.domain());
      statement.setString(2, queue.name());
      List<String> found = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          found.add(row.getString(1));
        }
      }
      return found;
    }
  }
}
