package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Metrics;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.request.Refusals;
import io.restante.test.start.Timers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counters of queues that contradict their rows: found, refused, repaired. */
class QueueDriftIT {

  private MailboxFixture domain;
  private RestQueue queue;

  @BeforeEach
  void makeQueue() {
    domain = MailboxFixture.newDomain();
    queue = RestQueue.in(domain, Map.of("maxAttempts", 1));
    queue.enqueueAll(List.of("leased", "parked", "ready", "done"));
    List<Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 4)));
    queue.result("nack", given.get(1));
    queue.result("release", given.get(2));
    queue.result("ack", given.get(3));
  }

  @AfterEach
  void requireRightBooks() throws SQLException {
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void soundQueueIsFoundSound() {
    JsonNode part = check(Map.of("domain", domain.domain(), "queuePattern", "*"));

    assertThat(part.path("checked").asInt()).isEqualTo(1);
    assertThat(part.path("drifted")).isEmpty();
    assertThat(part.path("hasMore").asBoolean(true)).isFalse();
    assertThat(queue.get().json().path("drifted").asBoolean(true)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE queue_counter SET stored_messages = 9 WHERE queue_id = (%s)",
        "UPDATE queue_counter SET stored_bytes = 1 WHERE queue_id = (%s)",
        "UPDATE queue_counter SET in_flight_messages = 0 WHERE queue_id = (%s)",
        "UPDATE queue_counter SET dead_letter_bytes = 0 WHERE queue_id = (%s)",
        "UPDATE queue_counter SET next_sequence = 2 WHERE queue_id = (%s)",
        "UPDATE queue_counter SET next_fence = 1 WHERE queue_id = (%s)",
        "UPDATE queue_message SET state = 3, finished_at = enqueued_at, lease_until = NULL,"
            + " holder = NULL WHERE state = 2 AND queue_id = (%s)",
        "UPDATE queue_message SET deliverable_sequence = NULL WHERE state = 1 AND queue_id = (%s)",
        "INSERT INTO queue_body SELECT queue_id, 99, 1, 'left' FROM queue_body WHERE sequence = 1"
            + " AND queue_id = (%s)"
      })
  void queueThatDriftedTakesNoWritesUntilItIsRepaired(String spoil) throws SQLException {
    execute(spoil);

    JsonNode found = check(Map.of("queuePattern", queue.name())).path("drifted");

    assertThat(found).hasSize(1);
    assertThat(found.get(0).path("queue").asText()).isEqualTo(queue.name());
    assertThat(found.get(0).path("driftedAt").asText()).isNotBlank();
    assertThat(queue.get().json().path("drifted").asBoolean()).isTrue();
    Refusals.require(queue.enqueue("m"), 503, "RECOVERY_REQUIRED");
    Refusals.require(queue.receive(), 503, "RECOVERY_REQUIRED");
    Refusals.require(queue.act("redrive", "parked"), 503, "RECOVERY_REQUIRED");
    Refusals.require(queue.put(Map.of()), 503, "RECOVERY_REQUIRED");
    assertThat(queue.inspect("ready").json().path("notDeliverable"))
        .hasToString("{\"why\":\"DRIFTED\"}");
    Refusals.require(order(), 503, "RECOVERY_REQUIRED");
    RestQueue other = RestQueue.in(domain, Map.of());
    other.enqueue("m").expect(201);

    JsonNode repaired = repair(queue).expect(200).json();

    assertThat(repaired.path("after").path("deadLetterMessages").asInt()).isEqualTo(1);
    assertThat(check(Map.of("queuePattern", queue.name())).path("drifted")).isEmpty();
    assertThat(queue.get().json().path("drifted").asBoolean(true)).isFalse();
    queue.enqueue("m").expect(201);
    assertThat(queue.inspect("ready").json().has("notDeliverable")).isFalse();
    assertThat(queue.take().messageId()).isEqualTo("ready");
    queue.act("redrive", "parked").expect(200);
    order().expect(202);
  }

  @Test
  void repairOfAStrictQueueHasHeadsFound() throws SQLException {
    queue = RestQueue.in(domain, Map.of("ordering", "STRICT_PER_KEY"));
    queue.enqueueOrdered("a1", "a").expect(201);
    queue.enqueueOrdered("a2", "a").expect(201);
    execute(
        "UPDATE queue_message SET deliverable_sequence = IF(sequence = 2, ready_sequence, NULL)"
            + " WHERE queue_id = (%s)");

    assertThat(check(Map.of("queuePattern", queue.name())).path("drifted").get(0).path("misplaced"))
        .hasToString("2");
    repair(queue).expect(200);

    assertThat(queue.take(Map.of("maxMessages", 5)).messageId()).isEqualTo("a1");
  }

  @Test
  void missingBodyIsToldAndStopsNothing() throws SQLException {
    execute(
        "DELETE b FROM queue_body b JOIN queue_message m ON m.queue_id = b.queue_id"
            + " AND m.sequence = b.sequence WHERE m.message_id = 'ready' AND b.queue_id = (%s)");

    JsonNode found = check(Map.of("queuePattern", queue.name())).path("drifted");

    assertThat(found.get(0).path("missingBodies").asInt()).isEqualTo(1);
    assertThat(found.get(0).has("driftedAt")).isFalse();
    queue.enqueue("next").expect(201);
    assertThat(queue.take().messageId()).isEqualTo("next");
    assertThat(queue.inspect("ready").text("reason")).isEqualTo("STORAGE_DAMAGED");
    queue.act("cancel", "ready").expect(200);
  }

  @Test
  void timerMarksWhatDriftedAndTheMetricSaysSo() throws SQLException {
    execute("UPDATE queue_counter SET stored_messages = 9 WHERE queue_id = (%s)");

    Timers.trigger("QueueDriftChecker");
    Timers.trigger("QueueDriftGauge");

    assertThat(queue.get().json().path("drifted").asBoolean()).isTrue();
    assertThat(Metrics.of("restante_queue_drifted")).isPositive();
    repair(queue).expect(200);
  }

  @Test
  void checkAndRepairAreForAdministratorsAndOfOneKind() {
    TestPrincipal manager = domain.principal(domain.grant("admin", "*"));
    Map<String, Object> one = Map.of("domain", domain.domain(), "queue", queue.name());

    Refusals.require(
        manager.client().post("/admin/check", Map.of("queuePattern", "*")), 403, "FORBIDDEN");
    Refusals.require(manager.client().post("/admin/check/repair", one), 403, "FORBIDDEN");
    Refusals.requireInvalid(
        domain.admin().post("/admin/check", Map.of("queuePattern", "*", "mailboxPattern", "*")),
        "queuePattern");
    Refusals.requireInvalid(
        domain.admin().post("/admin/check", Map.of("queuePattern", "a b")), "queuePattern");
    Refusals.require(
        domain
            .admin()
            .post("/admin/check/repair", Map.of("domain", domain.domain(), "queue", "none")),
        404,
        "NOT_FOUND");
  }

  private JsonNode check(Map<String, ?> request) {
    return domain.admin().post("/admin/check", request).expect(200).json();
  }

  private Reply order() {
    return queue.caller().post(queue.path() + "/dead-letters/redrive", Map.of("max", 1));
  }

  private Reply repair(RestQueue drifted) {
    return domain
        .admin()
        .post("/admin/check/repair", Map.of("domain", drifted.domain(), "queue", drifted.name()));
  }

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
