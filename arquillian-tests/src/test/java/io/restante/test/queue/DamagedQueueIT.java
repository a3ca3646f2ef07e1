package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Rows that were damaged behind Restante's back: only what is damaged is refused, nothing is
 * guessed, and once it is repaired the same goes through.
 */
class DamagedQueueIT {

  private static MailboxFixture domain;

  private RestQueue queue;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @BeforeEach
  void makeQueue() {
    queue = RestQueue.in(domain, Map.of());
  }

  @Test
  void bodyThatDoesNotOpenIsSetAsideAndIsRedrivenWhenItIsRepaired() throws SQLException {
    queue.enqueue("damaged").expect(201);
    queue.enqueue("good").expect(201);
    flipABitOf("damaged");

    assertThat(queue.take().messageId()).isEqualTo("good");
    assertThat(queue.state("damaged")).isEqualTo("DEAD_LETTERED");
    assertThat(queue.inspect("damaged").text("reason")).isEqualTo("STORAGE_DAMAGED");

    flipABitOf("damaged");
    queue.act("redrive", "damaged").expect(200);
    assertThat(queue.take().messageId()).isEqualTo("damaged");
    requireRightBooks();
  }

  @Test
  void damagedMessageCanBeCancelled() throws SQLException {
    queue.enqueue("damaged").expect(201);
    flipABitOf("damaged");

    queue.act("cancel", "damaged").expect(200);

    assertThat(RestQueue.deliveries(queue.receive())).isEmpty();
    requireRightBooks();
  }

  @Test
  void bodyOfAnotherMessageDoesNotOpen() throws SQLException {
    queue.enqueue("m1").expect(201);
    queue.enqueue("m2").expect(201);
    execute(
        "UPDATE queue_body b JOIN queue_body o ON o.queue_id = b.queue_id AND o.sequence = 2"
            + " SET b.body = o.body WHERE b.sequence = 1 AND b.queue_id = (%s)");

    assertThat(queue.take().messageId()).isEqualTo("m2");
    assertThat(queue.inspect("m1").text("reason")).isEqualTo("STORAGE_DAMAGED");
  }

  @Test
  void counterThatContradictsStopsOnlyWhatWouldMakeItWorse() throws SQLException {
    queue.enqueue("m1").expect(201);
    Given held = queue.take();
    execute("UPDATE queue_counter SET in_flight_messages = 0 WHERE queue_id = (%s)");

    assertThat(queue.settle("ack", held).expect(503).code()).isEqualTo("RECOVERY_REQUIRED");
    assertThat(queue.state("m1")).isEqualTo("LEASED");

    execute("UPDATE queue_counter SET in_flight_messages = 1 WHERE queue_id = (%s)");
    assertThat(queue.result("ack", held)).isEqualTo("ACKED");
    requireRightBooks();
  }

  /** What docs/operations.md has done after a restore. */
  @Test
  void queueInAnotherIncarnationTakesNoTokenOfBefore() throws SQLException {
    queue.enqueue("m1").expect(201);
    Given before = queue.take();
    assertThat(queue.result("renew", before)).isEqualTo("LEASED");

    execute("UPDATE queue SET incarnation = UUID() WHERE id = (%s)");

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> queue.result("renew", before).equals("TOKEN_INVALID"));
    queue.enqueue("m2").expect(201);
    assertThat(queue.result("ack", queue.take())).isEqualTo("ACKED");
  }

  @Test
  void impossibleStatesAreRefusedByTheDatabaseItself() {
    queue.enqueue("m1").expect(201);
    for (String impossible :
        new String[] {
          "state = 2",
          "state = 9",
          "state = 3",
          "attempts = -1",
          "deliverable_sequence = 99",
          "order_sequence = 1",
          "parked_sequence = 1",
          "state = 0",
          "holder = 'x'"
        }) {
      assertThatThrownBy(
              () -> execute("UPDATE queue_message SET " + impossible + " WHERE queue_id = (%s)"))
          .as(impossible)
          .isInstanceOf(SQLException.class);
    }
  }

  private void flipABitOf(String messageId) throws SQLException {
    execute(
        "UPDATE queue_body b JOIN queue_message m ON m.queue_id = b.queue_id"
            + " AND m.sequence = b.sequence SET b.body = CONCAT(LEFT(b.body, 20),"
            + " CHAR(ASCII(SUBSTR(b.body, 21, 1)) ^ 1), SUBSTR(b.body, 22))"
            + " WHERE m.message_id = '"
            + messageId
            + "' AND b.queue_id = (%s)");
  }

  private void requireRightBooks() throws SQLException {
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  /** Executes a statement, with the id of the queue where it says so. */
  private void execute(String sql) throws SQLException {
    String id =
        "SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id"
            + " WHERE d.name = ? AND q.name = ?";
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql.formatted(id))) {
      statement.setString(1, queue.domain());
      statement.setString(2, queue.name());
      assertThat(statement.executeUpdate()).isPositive();
    }
  }
}
