package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.request.Refusals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Receiving from several queues in one request: each lane has its own outcome, whatever fails. */
@Isolated
class ReceiveLanesIT {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final ObjectMapper JSON = new ObjectMapper();

  private static MailboxFixture domain;

  private RestQueue queue;
  private RestQueue second;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @BeforeEach
  void makeQueues() {
    queue = RestQueue.in(domain, Map.of());
    second = RestQueue.in(domain, Map.of());
  }

  @Test
  void lanesAreReceivedOneAfterTheOther() {
    RestQueue paused = RestQueue.in(domain, Map.of());
    queue.enqueueAll(List.of("m1", "m2"));
    second.enqueue("m3").expect(201);
    paused.enqueue("m4").expect(201);
    paused.caller().send("POST", paused.path() + "/pause", null).expect(200);

    Reply reply =
        lanes(
            "r0",
            lane(queue.name(), "r1", Map.of("maxMessages", 5)),
            lane(paused.name(), "r2", Map.of()),
            lane("no.such.queue", "r3", Map.of()),
            lane(second.name(), "r4", Map.of()));

    JsonNode lanes = reply.expect(200).json().path("lanes");
    assertThat(lanes)
        .extracting(lane -> lane.path("outcome").asText())
        .containsExactly("COMMITTED", "REJECTED", "REJECTED", "COMMITTED");
    assertThat(lanes.get(0).path("deliveries")).hasSize(2);
    assertThat(lanes.get(1).path("problem").path("code").asText()).isEqualTo("DISPATCH_PAUSED");
    assertThat(lanes.get(2).path("problem").path("code").asText()).isEqualTo("NOT_FOUND");
    assertThat(lanes.get(3).path("deliveries").get(0).path("payload"))
        .hasToString("{\"of\":\"m3\"}");
  }

  @Test
  void lanesThatAskTooMuchTogetherOrAreAlikeAreRefused() {
    queue.enqueue("m1").expect(201);
    String other = RestQueue.in(domain, Map.of()).name();

    Refusals.requireInvalid(
        lanes("r0", lane(queue.name(), "r1", Map.of()), lane(queue.name(), "r2", Map.of())),
        "lanes[1].queue");
    Refusals.requireInvalid(
        lanes("r0", lane(queue.name(), "r1", Map.of()), lane(other, "r1", Map.of())),
        "lanes[1].requestId");
    Refusals.requireInvalid(lanes("r0", lane(queue.name(), "r0", Map.of())), "lanes[0].requestId");
    Refusals.requireInvalid(
        lanes(
            "r0",
            lane(queue.name(), "r1", Map.of("maxMessages", 60)),
            lane(other, "r2", Map.of("maxMessages", 60))),
        "maxMessages");
    Refusals.requireInvalid(
        lanes(
            "r0",
            lane(queue.name(), "r1", Map.of("maxBytes", 10 << 20)),
            lane(other, "r2", Map.of("maxBytes", 10 << 20))),
        "maxBytes");
    Refusals.requireInvalid(
        lanes("r0", lane(queue.name(), "r1", Map.of("maxMessages", 0))), "lanes[0].maxMessages");
    Refusals.requireInvalid(lanes("r0"), "lanes");

    assertThat(queue.take().attempt()).isEqualTo(1);
  }

  @Test
  void sameLanesGiveTheSameDeliveriesAsLongAsTheyHold() {
    queue.enqueueAll(List.of("m1", "m2", "m3"));
    second.enqueue("n1").expect(201);
    Map<String, Object> one = lane(queue.name(), "r1", Map.of("maxMessages", 2));
    Map<String, Object> other = lane(second.name(), "r2", Map.of());

    Reply first = lanes("r0", one, other);
    Reply again = lanes("r0", one, other);

    assertThat(outcomes(again)).containsExactly("COMMITTED", "COMMITTED");
    assertThat(facts(again)).isEqualTo(facts(first));
    assertThat(facts(again)).hasSize(3);
    assertThat(second.result("ack", delivery(again, 1))).isEqualTo("ACKED");

    Reply settled = lanes("r0", one, other);

    assertThat(outcomes(settled)).containsExactly("COMMITTED", "REJECTED");
    assertThat(problem(settled, 1)).isEqualTo("STALE_LEASE");
    assertThat(queue.take().messageId()).isEqualTo("m3");
  }

  @Test
  void laneWhoseLeaseIsOverIsRejectedAndTheOthersGoOn() {
    queue.enqueue("m1").expect(201);
    second.enqueue("n1").expect(201);
    Map<String, Object> one = lane(queue.name(), "r1", Map.of("leaseSeconds", 1));
    Map<String, Object> other = lane(second.name(), "r2", Map.of("leaseSeconds", 60));
    Reply first = lanes("r0", one, other);
    assertThat(outcomes(first)).containsExactly("COMMITTED", "COMMITTED");

    await()
        .atMost(LIMIT)
        .until(() -> outcomes(lanes("r0", one, other)).equals(List.of("REJECTED", "COMMITTED")));

    assertThat(problem(lanes("r0", one, other), 0)).isIn("LEASE_EXPIRED", "STALE_LEASE");
  }

  @Test
  void laneThatIsNotPermittedIsRejectedAndTheOthersGoOn() {
    queue.enqueue("m1").expect(201);
    second.enqueue("n1").expect(201);
    TestPrincipal consumer =
        domain.principal(
            domain.grant("queue:inspect", "queues/" + queue.name()),
            domain.grant("queue:consume", "queues/" + second.name()));

    Reply reply =
        lanes(
            consumer.client(),
            "r0",
            lane(queue.name(), "r1", Map.of()),
            lane(second.name(), "r2", Map.of()));

    assertThat(outcomes(reply)).containsExactly("REJECTED", "COMMITTED");
    assertThat(problem(reply, 0)).isEqualTo("FORBIDDEN");
    assertThat(queue.take().attempt()).isEqualTo(1);
  }

  @Test
  void afterAnUnknownLaneNoneIsAttempted() throws SQLException {
    RestQueue third = RestQueue.in(domain, Map.of());
    for (RestQueue each : List.of(queue, second, third)) {
      each.enqueue("m1").expect(201);
    }
    Reply reply;
    execute(
        "CREATE TRIGGER refuse_lane BEFORE UPDATE ON queue_counter FOR EACH ROW"
            + " IF NEW.queue_id = %d THEN SIGNAL SQLSTATE '45000'; END IF".formatted(id(second)));
    try {
      reply = lanes("r0", threeLanes(third));
    } finally {
      execute("DROP TRIGGER refuse_lane");
    }

    assertThat(outcomes(reply)).containsExactly("COMMITTED", "UNKNOWN", "NOT_ATTEMPTED");
    assertThat(reply.json().path("lanes").get(0).path("deliveries")).hasSize(1);
    assertThat(third.counter("inFlightMessages")).isZero();
    assertThat(outcomes(lanes("r0", threeLanes(third))))
        .containsExactly("COMMITTED", "COMMITTED", "COMMITTED");
  }

  /** The second queue is looked up by its name while its domain cannot be read. */
  @Test
  void whatFailsBeforeALaneIsUnderWayIsItsOutcomeAndHidesNoOther() throws Exception {
    queue.enqueue("m1").expect(201);
    CompletableFuture<Reply> waiting;
    try (Connection database = TestServer.openDatabase()) {
      hold(database);
      waiting =
          domain
              .admin()
              .sendAsync(
                  "POST",
                  "/domains/" + domain.domain() + "/receive",
                  Map.of(
                      "requestId",
                      "r0",
                      "lanes",
                      List.of(
                          lane(queue.name(), "r1", Map.of()),
                          lane(second.name(), "r2", Map.of()))));
      awaitWaiting();
      execute("RENAME TABLE domain TO domain_away");
      try {
        database.rollback();
        await().atMost(LIMIT).until(waiting::isDone);
      } finally {
        execute("RENAME TABLE domain_away TO domain");
      }
    }

    Reply reply = waiting.get(20, TimeUnit.SECONDS);
    assertThat(outcomes(reply).get(0)).isEqualTo("COMMITTED");
    assertThat(delivery(reply, 0).messageId()).isEqualTo("m1");
    assertThat(outcomes(reply).get(1)).isIn("REJECTED", "UNKNOWN");
    assertThat(problem(reply, 1)).isIn("UNAVAILABLE", "INTERNAL");
  }

  @Test
  void noLaneBeginsOnceTheCallerHasGone() throws Exception {
    queue.enqueue("m1").expect(201);
    second.enqueue("n1").expect(201);
    String body =
        JSON.writeValueAsString(
            Map.of(
                "requestId",
                "r0",
                "lanes",
                List.of(lane(queue.name(), "r1", Map.of()), lane(second.name(), "r2", Map.of()))));
    try (Connection database = TestServer.openDatabase()) {
      hold(database);
      RawHttp connection =
          RawHttp.connect(TestServer.baseUri())
              .send(
                  "POST /restante/v1/domains/"
                      + domain.domain()
                      + "/receive HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                      + TestServer.adminToken()
                      + "\r\nContent-Type: application/json\r\nContent-Length: "
                      + body.length()
                      + "\r\n\r\n"
                      + body);
      awaitWaiting();
      connection.close();
      database.rollback();
    }

    await().atMost(LIMIT).until(() -> queue.counter("inFlightMessages") == 1);
    await()
        .during(Duration.ofSeconds(1))
        .atMost(LIMIT)
        .until(() -> second.counter("inFlightMessages") == 0);
    assertThat(second.take().attempt()).isEqualTo(1);
  }

  private Map<?, ?>[] threeLanes(RestQueue third) {
    return new Map<?, ?>[] {
      lane(queue.name(), "r1", Map.of()),
      lane(second.name(), "r2", Map.of()),
      lane(third.name(), "r3", Map.of())
    };
  }

  private Reply lanes(String requestId, Map<?, ?>... lanes) {
    return lanes(domain.admin(), requestId, lanes);
  }

  private static Reply lanes(RestClient caller, String requestId, Map<?, ?>... lanes) {
    return caller.post(
        "/domains/" + domain.domain() + "/receive",
        Map.of("requestId", requestId, "lanes", new ArrayList<>(List.of(lanes))));
  }

  private static Map<String, Object> lane(String queue, String requestId, Map<String, ?> more) {
    Map<String, Object> lane = new HashMap<>(more);
    lane.put("queue", queue);
    lane.put("requestId", requestId);
    return lane;
  }

  private static List<String> outcomes(Reply reply) {
    List<String> outcomes = new ArrayList<>();
    reply
        .expect(200)
        .json()
        .path("lanes")
        .forEach(lane -> outcomes.add(lane.path("outcome").asText()));
    return outcomes;
  }

  private static String problem(Reply reply, int lane) {
    return reply.json().path("lanes").get(lane).path("problem").path("code").asText();
  }

  private static Given delivery(Reply reply, int lane) {
    return Given.of(reply.json().path("lanes").get(lane).path("deliveries").get(0));
  }

  /** What is the same each time a delivery is told; its token is sealed anew. */
  private static List<String> facts(Reply reply) {
    List<String> facts = new ArrayList<>();
    for (JsonNode lane : reply.expect(200).json().path("lanes")) {
      for (JsonNode delivery : lane.path("deliveries")) {
        Given given = Given.of(delivery);
        facts.add(given.messageId() + " " + given.fence() + " " + given.leaseUntil());
      }
    }
    return facts;
  }

  /** Locks the first queue, for as long as the connection's transaction lasts. */
  private void hold(Connection database) throws SQLException {
    database.setAutoCommit(false);
    try (PreparedStatement statement =
        database.prepareStatement(
            "SELECT c.* FROM queue_counter c WHERE c.queue_id = ? FOR UPDATE")) {
      statement.setLong(1, id(queue));
      statement.executeQuery();
    }
  }

  /** Until a transaction of the server's waits for the lock. */
  private static void awaitWaiting() {
    await()
        .atMost(LIMIT)
        .until(
            () ->
                number(
                        "SELECT COUNT(*) FROM information_schema.processlist"
                            + " WHERE info LIKE 'SELECT c.queue_id%FOR UPDATE' AND time_ms > 200")
                    > 0);
  }

  private static long id(RestQueue queue) throws SQLException {
    return number(
        ("SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id WHERE d.name = '%s'"
                + " AND q.name = '%s'")
            .formatted(queue.domain(), queue.name()));
  }

  private static long number(String sql) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        Statement statement = database.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).as(sql).isTrue();
      return row.getLong(1);
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        Statement statement = database.createStatement()) {
      statement.execute(sql);
    }
  }
}
