package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Making, changing, pausing and deleting queues. */
@Isolated
class QueuePolicyIT {

  private static MailboxFixture domain;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  private static RestQueue unmade() {
    return RestQueue.named(domain, MailboxFixture.unique("queue"));
  }

  @Test
  void newQueueHasTheDefaults() {
    JsonNode made = unmade().put(Map.of()).expect(201).json();

    assertThat(made.path("maxAttempts").asInt()).isEqualTo(5);
    assertThat(made.path("maxStoredMessages").asLong()).isEqualTo(100_000);
    assertThat(made.path("maxStoredBytes").asLong()).isEqualTo(1L << 30);
    assertThat(made.path("maxInFlightMessages").asLong()).isEqualTo(1_000);
    assertThat(made.path("maxInFlightBytes").asLong()).isEqualTo(64L << 20);
    assertThat(made.path("maxLeaseSeconds").asInt()).isEqualTo(300);
    assertThat(made.path("retryBaseMillis").asLong()).isEqualTo(1_000);
    assertThat(made.path("retryMaxMillis").asLong()).isEqualTo(300_000);
    assertThat(made.path("retryFactor").asDouble()).isEqualTo(2);
    assertThat(made.path("retryJitter").asText()).isEqualTo("NONE");
    assertThat(made.has("maxDeadLetterMessages")).isFalse();
    assertThat(made.path("ordering").asText()).isEqualTo("COMPETING");
    assertThat(made.path("parkedHead").asText()).isEqualTo("CONTINUE");
    assertThat(made.path("payloadLimitBytes").asInt()).isEqualTo(262_144);
    assertThat(made.path("paused").asBoolean(true)).isFalse();
    assertThat(made.path("drifted").asBoolean(true)).isFalse();
    assertThat(made.path("storedMessages").asLong(-1)).isZero();
  }

  @Test
  void changeKeepsWhatItDoesNotName() {
    RestQueue queue = RestQueue.in(domain, Map.of("maxAttempts", 3, "retryFactor", 1.5));

    queue.put(Map.of("maxAttempts", 4)).expect(200);

    JsonNode policy = queue.get().expect(200).json();
    assertThat(policy.path("maxAttempts").asInt()).isEqualTo(4);
    assertThat(policy.path("retryFactor").asDouble()).isEqualTo(1.5);
  }

  @ParameterizedTest
  @CsvSource({
    "maxAttempts, 0",
    "maxAttempts, 1001",
    "maxStoredMessages, 0",
    "maxStoredBytes, 0",
    "maxInFlightMessages, 0",
    "maxInFlightBytes, -1",
    "maxLeaseSeconds, 0",
    "maxLeaseSeconds, 43201",
    "retryBaseMillis, 0",
    "retryBaseMillis, 31622400001",
    "retryMaxMillis, 999",
    "retryMaxMillis, 31622400001",
    "retryMaxMillis, 9223372036854775807",
    "retryFactor, 0",
    "maxDeadLetterMessages, 0",
    "maxDeadLetterMessages, 100001",
    "maxDeadLetterBytes, 1073741825",
    "payloadLimitBytes, 1048577"
  })
  void policyOutOfBoundsIsRefused(String field, long bad) {
    RestQueue queue = unmade();

    Refusals.requireInvalid(queue.put(Map.of(field, bad)), field);

    queue.get().expect(404);
  }

  @ParameterizedTest
  @CsvSource({"maxInFlightBytes, 262143", "maxStoredBytes, 262143"})
  void bodyThatNoLimitWouldEverLetPassIsRefusedByBothNames(String field, long bad) {
    RestQueue queue = unmade();

    assertThat(Refusals.requireInvalid(queue.put(Map.of(field, bad)), "payloadLimitBytes"))
        .extracting(reply -> reply.text("detail"))
        .asString()
        .contains("262144", field + ", which is 262143");

    queue.put(Map.of(field, bad, "payloadLimitBytes", bad)).expect(201);
    Refusals.requireInvalid(queue.put(Map.of("payloadLimitBytes", bad + 1)), "payloadLimitBytes");
    queue.put(Map.of("payloadLimitBytes", bad)).expect(200);
  }

  @Test
  void limitBelowAMessageThatIsNotAtItsEndIsRefused() {
    RestQueue queue = RestQueue.in(domain, Map.of("maxAttempts", 1));
    String later = TestServer.now().plusSeconds(600).toString();
    String payload = "x".repeat(294);
    queue.enqueue("small").expect(201);
    queue.enqueue("large", Map.of("payload", payload, "notBefore", later)).expect(201);
    requireTooLow(queue);
    queue.act("cancel", "large").expect(200);
    queue.enqueue("parked", Map.of("payload", payload)).expect(201);
    List<RestQueue.Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 2)));
    requireTooLow(queue);
    queue.result("release", given.get(1));
    requireTooLow(queue);
    queue.result("nack", queue.take());
    requireTooLow(queue);
    queue.put(lowered(300)).expect(200);

    queue.act("redrive", "parked").expect(200);
    queue.result("ack", given.get(0));
    queue.result("ack", queue.take());

    queue.put(lowered(299)).expect(200);
    queue.enqueue("small2").expect(201);
    assertThat(queue.take().messageId()).isEqualTo("small2");
  }

  private static void requireTooLow(RestQueue queue) {
    assertThat(Refusals.require(queue.put(lowered(299)), 409, "CONFLICT").text("detail"))
        .contains("a message of 300 bytes that could never be handed out");
  }

  private static Map<String, ?> lowered(int bytes) {
    return Map.of("maxInFlightBytes", bytes, "payloadLimitBytes", bytes);
  }

  @Test
  void messageIsTakenOrTheLimitLoweredNotBoth() {
    for (int round = 0; round < 5; round++) {
      RestQueue queue = RestQueue.in(domain, Map.of());
      List<Integer> statuses =
          Together.call(
              List.of(
                  () -> queue.enqueue("m1", Map.of("payload", "x".repeat(400))).status(),
                  () -> queue.put(lowered(299)).status()));
      assertThat(statuses).isIn(List.of(201, 409), List.of(400, 200));
    }
  }

  /** A queue that was made when such policies were possible. */
  @Test
  void storedPolicyThatIsImpossibleNowIsReadAsTheNearest() throws SQLException {
    RestQueue queue = RestQueue.in(domain, Map.of());
    try (Connection database = TestServer.openDatabase();
        PreparedStatement update =
            database.prepareStatement(
                "UPDATE queue SET max_in_flight_bytes = 100, retry_base_millis = 1000000000000,"
                    + " retry_max_millis = 9223372036854775807 WHERE name = ?")) {
      update.setString(1, queue.name());
      assertThat(update.executeUpdate()).isEqualTo(1);
    }

    JsonNode policy = queue.get().expect(200).json();
    assertThat(policy.path("payloadLimitBytes").asInt()).isEqualTo(100);
    assertThat(policy.path("retryBaseMillis").asLong()).isEqualTo(31_622_400_000L);
    assertThat(policy.path("retryMaxMillis").asLong()).isEqualTo(31_622_400_000L);
    Refusals.requireInvalid(queue.enqueue("m1", Map.of("payload", "x".repeat(100))), "payload");
    queue.enqueue("m1").expect(201);
    assertThat(queue.result("nack", queue.take())).isEqualTo("SCHEDULED");
    queue.put(Map.of("maxAttempts", 7)).expect(200);
    assertThat(queue.get().json().path("payloadLimitBytes").asInt()).isEqualTo(100);
  }

  @Test
  void closedChoicesUnknownFieldsAndImpossiblePoliciesAreRefused() {
    RestQueue queue = unmade();

    assertThat(
            List.of(
                queue.put(Map.of("ordering", "RANDOM")),
                queue.put(Map.of("retryJitter", "SOME")),
                queue.put(Map.of("colour", "red")),
                queue.put(Map.of("maxAttempts", "many")),
                queue.put(Map.of("parkedHead", "BLOCK"))))
        .allSatisfy(reply -> Refusals.require(reply, 400, "VALIDATION_FAILED"));
    queue.get().expect(404);
  }

  @Test
  void orderIsFixedWhileAnythingIsStored() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue
        .enqueue("m1", Map.of("expiresAt", TestServer.now().plusSeconds(60).toString()))
        .expect(201);

    Refusals.require(queue.put(Map.of("ordering", "STRICT_PER_KEY")), 409, "CONFLICT");
    queue.put(Map.of("ordering", "COMPETING", "maxAttempts", 9)).expect(200);

    TestServer.advanceClock(Duration.ofSeconds(61));
    queue.put(Map.of("ordering", "STRICT_PER_KEY", "parkedHead", "BLOCK")).expect(200);
    Refusals.requireInvalid(queue.enqueue("m2"), "orderingKey");
    queue.enqueueOrdered("m2", "k").expect(201);
    Refusals.require(queue.put(Map.of("parkedHead", "CONTINUE")), 409, "CONFLICT");
  }

  @Test
  void ofManyWhoMakeOneQueueOneMakesIt() {
    RestQueue queue = unmade();

    List<Integer> statuses =
        Together.call(8, i -> queue.put(Map.of("maxAttempts", 1 + i)).status());

    assertThat(statuses).containsOnly(200, 201).containsOnlyOnce(201);
  }

  @Test
  void pausedQueueTakesAndSettlesButHandsNothingOut() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.enqueue("m1").expect(201);
    RestQueue.Given held = queue.take();

    assertThat(pause(queue).path("paused").asBoolean()).isTrue();
    pause(queue);
    queue.enqueue("m2").expect(201);
    Refusals.require(queue.receive(), 409, "DISPATCH_PAUSED");
    assertThat(queue.result("ack", held)).isEqualTo("ACKED");

    queue.caller().send("POST", queue.path() + "/resume", null).expect(200);
    assertThat(queue.take().messageId()).isEqualTo("m2");
  }

  @Test
  void queueThatHoldsMessagesIsDeletedOnlyByForce() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.enqueue("m1").expect(201);
    TestPrincipal manager =
        domain.principal(domain.grant("queue:manage", "queues/" + queue.name()));

    Refusals.require(delete(queue.as(manager), false), 409, "CONFLICT");
    Refusals.require(delete(queue.as(manager), true), 403, "FORBIDDEN");
    delete(queue, true).expect(204);

    queue.get().expect(404);
    Refusals.require(queue.enqueue("m1"), 404, "NOT_FOUND");
    queue.put(Map.of()).expect(201);
    queue.enqueue("m1").expect(201);
  }

  @Test
  void queueWhoseMessagesAreAtTheirEndIsEmpty() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.enqueue("m1").expect(201);
    queue.result("ack", queue.take());

    delete(queue, false).expect(204);
  }

  @Test
  void deletionAnswersThoseWhoWait() throws Exception {
    RestQueue queue = RestQueue.in(domain, Map.of());
    CompletableFuture<Reply> waiting = queue.receiveAsync(Map.of("waitSeconds", 25));
    Awaitility.await().during(Duration.ofSeconds(1)).until(() -> !waiting.isDone());

    delete(queue, false).expect(204);

    assertThat(waiting.get(20, TimeUnit.SECONDS).status()).isEqualTo(404);
  }

  @Test
  void queueIsMadeAnewUnderAWaitingPoll() throws Exception {
    RestQueue queue = RestQueue.in(domain, Map.of());
    CompletableFuture<Reply> waiting = queue.receiveAsync(Map.of("waitSeconds", 25));
    Awaitility.await().during(Duration.ofSeconds(1)).until(() -> !waiting.isDone());

    delete(queue, false).expect(204);
    queue.put(Map.of()).expect(201);
    queue.enqueue("m1").expect(201);

    Reply polled = waiting.get(20, TimeUnit.SECONDS);
    if (polled.status() == 200) {
      assertThat(RestQueue.deliveries(polled)).hasSize(1);
    } else {
      Refusals.require(polled, 404, "NOT_FOUND");
      assertThat(queue.take().messageId()).isEqualTo("m1");
    }
  }

  @Test
  void everyActIsAudited() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.put(Map.of("maxAttempts", 7)).expect(200);
    pause(queue);
    queue.caller().send("POST", queue.path() + "/resume", null).expect(200);
    delete(queue, false).expect(204);

    JsonNode audit =
        domain
            .admin()
            .get("/admin/audit?domain=" + domain.domain() + "&limit=100")
            .expect(200)
            .json();
    assertThat(audit.path("records"))
        .filteredOn(r -> r.path("resource").asText().equals("queues/" + queue.name()))
        .extracting(r -> r.path("action").asText())
        .containsExactlyInAnyOrder(
            "queue.create", "queue.change", "queue.pause", "queue.resume", "queue.delete");
  }

  private static JsonNode pause(RestQueue queue) {
    return queue.caller().send("POST", queue.path() + "/pause", null).expect(200).json();
  }

  private static Reply delete(RestQueue queue, boolean force) {
    return queue.caller().delete(queue.path() + (force ? "?force=true" : ""));
  }
}
