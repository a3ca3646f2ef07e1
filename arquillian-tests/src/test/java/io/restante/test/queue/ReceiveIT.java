package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.request.Refusals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Receiving over REST: what is given, how long it waits, and to whom nothing is given. */
class ReceiveIT {

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
  void deliveryHoldsAllThatIsKnownOfTheAttempt() {
    queue.enqueue("m1", Map.of("headers", Map.of("a", "1", "b", "zwei"))).expect(201);

    Reply reply = queue.receive(Map.of("leaseSeconds", 60)).expect(200);

    JsonNode delivery = reply.json().path("deliveries").get(0);
    assertThat(delivery.path("messageId").asText()).isEqualTo("m1");
    assertThat(delivery.path("payload")).hasToString("{\"of\":\"m1\"}");
    assertThat(delivery.path("headers")).hasToString("{\"a\":\"1\",\"b\":\"zwei\"}");
    assertThat(delivery.has("orderingKey")).isFalse();
    assertThat(delivery.path("attempt").asInt()).isEqualTo(1);
    assertThat(delivery.path("generation").asInt()).isEqualTo(1);
    assertThat(delivery.path("fence").asLong()).isPositive();
    assertThat(
            Duration.between(
                TestServer.now(), java.time.Instant.parse(delivery.path("leaseUntil").asText())))
        .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(61));
  }

  @ParameterizedTest
  @CsvSource({
    "maxMessages, 0",
    "maxMessages, 101",
    "maxBytes, 0",
    "maxBytes, 16777217",
    "leaseSeconds, 0",
    "leaseSeconds, 301",
    "waitSeconds, -1",
    "waitSeconds, 26",
    "requestId, 'not an id'"
  })
  void whatIsOutOfBoundsIsRefused(String field, String bad) {
    queue.enqueue("m1").expect(201);
    Object value = field.equals("requestId") ? bad : Integer.valueOf(bad);

    Refusals.requireInvalid(queue.receive(Map.of(field, value)), field);

    assertThat(queue.take().attempt()).isEqualTo(1);
  }

  @Test
  void unknownFieldAndIdempotencyKeyAreRefused() {
    Refusals.require(queue.receive(Map.of("colour", 1)), 400, "VALIDATION_FAILED");
    Refusals.requireInvalid(
        queue.as(domain.admin().withKey("k1")).receive(Map.of()), "Idempotency-Key");
  }

  @Test
  void sameRequestIdGivesTheSameDeliveriesAsLongAsTheyHold() {
    queue.enqueueAll(List.of("m1", "m2", "m3"));
    Map<String, Object> request = Map.of("requestId", "r1", "maxMessages", 2);

    List<Given> first = RestQueue.deliveries(queue.receive(request));
    List<Given> second = RestQueue.deliveries(queue.receive(request));

    assertThat(first).extracting(Given::messageId).containsExactly("m1", "m2");
    assertThat(second)
        .extracting(Given::fence)
        .isEqualTo(first.stream().map(Given::fence).toList());
    assertThat(second)
        .extracting(Given::payload)
        .isEqualTo(first.stream().map(Given::payload).toList());
    Refusals.require(queue.receive(Map.of("requestId", "r1", "maxMessages", 3)), 409, "CONFLICT");
    assertThat(queue.result("ack", second.get(0))).isEqualTo("ACKED");
    Refusals.require(queue.receive(request), 409, "STALE_LEASE");
    assertThat(queue.take().messageId()).isEqualTo("m3");
  }

  @Test
  void emptyPageIsNotRemembered() {
    assertThat(RestQueue.deliveries(queue.receive(Map.of("requestId", "r1")))).isEmpty();
    queue.enqueue("m1").expect(201);

    assertThat(RestQueue.deliveries(queue.receive(Map.of("requestId", "r1")))).hasSize(1);
  }

  @Test
  void pageEndsBeforeItsBytes() {
    String payload = "x".repeat(1_000);
    for (int i = 0; i < 3; i++) {
      queue.enqueue("m" + i, Map.of("payload", payload)).expect(201);
    }

    assertThat(RestQueue.deliveries(queue.receive(Map.of("maxMessages", 10, "maxBytes", 500))))
        .isEmpty();
    assertThat(RestQueue.deliveries(queue.receive(Map.of("maxMessages", 10, "maxBytes", 2_500))))
        .hasSize(2);
  }

  @Test
  void waitingConsumerIsAnsweredAtOnce() throws Exception {
    CompletableFuture<Reply> waiting = queue.receiveAsync(Map.of("waitSeconds", 25));
    await().during(Duration.ofMillis(500)).until(() -> !waiting.isDone());

    long sent = System.nanoTime();
    queue.enqueue("m1").expect(201);

    assertThat(RestQueue.deliveries(waiting.get(25, TimeUnit.SECONDS))).hasSize(1);
    assertThat(Duration.ofNanos(System.nanoTime() - sent)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void waitingConsumerIsAnsweredEmptyWhenItsTimeIsOver() {
    long begun = System.nanoTime();

    Reply reply = queue.receive(Map.of("waitSeconds", 1));

    assertThat(RestQueue.deliveries(reply)).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isBetween(Duration.ofMillis(950), Duration.ofSeconds(20));
  }

  @Test
  void nothingIsLeasedToAConsumerThatHungUp() {
    for (boolean abruptly : List.of(true, false)) {
      RawHttp connection = poll();
      await().during(Duration.ofMillis(500)).until(() -> true);
      if (abruptly) {
        connection.cut();
      } else {
        connection.close();
      }

      queue.enqueue("m-" + abruptly).expect(201);

      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(20))
          .until(() -> queue.counter("inFlightMessages") == 0);
      Given given = queue.take();
      assertThat(given.messageId()).isEqualTo("m-" + abruptly);
      assertThat(given.attempt()).isEqualTo(1);
      assertThat(queue.result("ack", given)).isEqualTo("ACKED");
    }
  }

  @Test
  void nextRequestOnTheConnectionOfAWaitingOneIsServedAfterIt() {
    try (RawHttp connection = poll()) {
      connection.send(request("{\"maxMessages\":2}"));
      await().during(Duration.ofMillis(500)).until(() -> true);

      queue.enqueueAll(List.of("m1", "m2", "m3"));

      assertThat(connection.readStatus()).isEqualTo(200);
      await().atMost(Duration.ofSeconds(20)).until(() -> queue.counter("inFlightMessages") == 3);
    }
  }

  @Test
  void consumerWhoseTokenIsRevokedWhileItWaitsGetsNothing() throws Exception {
    TestPrincipal consumer = domain.principal(domain.grant("queue:consume", "queues/*"));
    CompletableFuture<Reply> waiting = queue.as(consumer).receiveAsync(Map.of("waitSeconds", 25));
    await().during(Duration.ofMillis(500)).until(() -> !waiting.isDone());

    domain
        .admin()
        .delete("/principals/" + consumer.id() + "/tokens/" + consumer.tokenId())
        .expect(204);
    queue.enqueue("m1").expect(201);

    assertThat(waiting.get(25, TimeUnit.SECONDS).status()).isEqualTo(401);
    assertThat(queue.take().attempt()).isEqualTo(1);
  }

  private RawHttp poll() {
    return RawHttp.connect(TestServer.baseUri()).send(request("{\"waitSeconds\":25}"));
  }

  private String request(String body) {
    return "POST /restante/v1"
        + queue.path()
        + "/receive HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + TestServer.adminToken()
        + "\r\nContent-Type: application/json\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }
}
