package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What a queue holds counts against its limits in whatever state it is, until it is at its end. */
class QueueLimitsIT {

  private static MailboxFixture domain;

  private RestQueue queue;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @AfterEach
  void requireRightBooks() throws SQLException {
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void scheduledLeasedParkedAndPendingMessagesCountAsStored() {
    queue =
        RestQueue.in(
            domain, Map.of("maxStoredMessages", 5, "maxAttempts", 1, "maxDeadLetterMessages", 1));
    queue.enqueue("parked").expect(201);
    assertThat(queue.result("nack", queue.take())).isEqualTo("DEAD_LETTERED");
    queue.enqueue("pending").expect(201);
    assertThat(queue.result("nack", queue.take())).isEqualTo("PENDING_DEAD_LETTER");
    queue.enqueue("leased").expect(201);
    Given leased = queue.take();
    queue.enqueue("ready").expect(201);
    Instant later = TestServer.now().plusSeconds(3_600);
    queue.enqueue("scheduled", Map.of("notBefore", later.toString())).expect(201);

    assertFull("one-more");
    assertThat(queue.result("ack", leased)).isEqualTo("ACKED");
    queue.enqueue("one-more").expect(201);
    assertFull("another");
    queue.act("cancel", "scheduled").expect(200);
    queue.enqueue("another").expect(201);

    assertThat(queue.act("park", "pending").code()).isEqualTo("RESOURCE_EXHAUSTED");
    queue.act("cancel", "parked").expect(200);
    queue.act("park", "pending").expect(200);
    assertThat(queue.state("pending")).isEqualTo("DEAD_LETTERED");
  }

  @Test
  void bytesOfBodiesAreCounted() {
    queue = RestQueue.in(domain, Map.of("maxStoredBytes", 1_000, "payloadLimitBytes", 1_000));
    queue.enqueue("m1", Map.of("payload", "x".repeat(600))).expect(201);
    assertThat(queue.enqueue("m2", Map.of("payload", "x".repeat(600))).code())
        .isEqualTo("RESOURCE_EXHAUSTED");
    queue.enqueue("m3", Map.of("payload", "x".repeat(300))).expect(201);
    queue.result("ack", queue.take());
    queue.enqueue("m2", Map.of("payload", "x".repeat(600))).expect(201);
  }

  @Test
  void bytesInFlightHaveALimitOfTheirOwn() {
    queue = RestQueue.in(domain, Map.of("maxInFlightBytes", 1_000, "payloadLimitBytes", 1_000));
    queue.enqueue("m1", Map.of("payload", "x".repeat(394))).expect(201);
    queue.enqueue("m2", Map.of("payload", "x".repeat(594))).expect(201);
    queue.enqueue("m3").expect(201);

    List<Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 10)));

    assertThat(given).extracting(Given::messageId).containsExactly("m1", "m2");
    assertThat(queue.counter("inFlightBytes")).isEqualTo(1_000);
    assertThat(RestQueue.deliveries(queue.receive())).isEmpty();
    assertThat(queue.result("release", given.get(1))).isEqualTo("READY");
    assertThat(queue.put(Map.of("maxInFlightBytes", 999, "payloadLimitBytes", 999)).status())
        .isEqualTo(200);
    assertThat(RestQueue.deliveries(queue.receive(Map.of("maxMessages", 10)))).isEmpty();
    assertThat(queue.inspect("m2").json().path("notDeliverable").path("limit").asText())
        .isEqualTo("maxInFlightBytes");
    assertThat(queue.result("ack", given.get(0))).isEqualTo("ACKED");
    assertThat(RestQueue.deliveries(queue.receive(Map.of("maxMessages", 10))))
        .extracting(Given::messageId)
        .containsExactly("m2", "m3");
  }

  @Test
  void bytesOfDeadLettersHaveALimitOfTheirOwn() {
    queue =
        RestQueue.in(
            domain,
            Map.of("maxAttempts", 1, "maxDeadLetterMessages", 10, "maxDeadLetterBytes", 500));
    for (String id : List.of("m1", "m2", "m3")) {
      queue.enqueue(id, Map.of("payload", "x".repeat(id.equals("m3") ? 93 : 394))).expect(201);
    }
    List<Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 3)));

    assertThat(given)
        .extracting(delivery -> queue.result("nack", delivery))
        .containsExactly("DEAD_LETTERED", "PENDING_DEAD_LETTER", "DEAD_LETTERED");

    assertThat(queue.counter("deadLetterBytes")).isEqualTo(499);
    assertThat(queue.act("park", "m2").code()).isEqualTo("RESOURCE_EXHAUSTED");
    queue.act("cancel", "m1").expect(200);
    queue.act("park", "m2").expect(200);
    assertThat(queue.counter("deadLetterBytes")).isEqualTo(499);
  }

  /** Nothing is lost of it, and nothing waits for it. */
  @Test
  void messageLargerThanAllDeadLettersMayBeIsRedrivenOrCancelled() {
    queue = RestQueue.in(domain, Map.of("maxAttempts", 1, "maxDeadLetterBytes", 10));
    queue.enqueue("m1").expect(201);
    assertThat(queue.result("nack", queue.take())).isEqualTo("PENDING_DEAD_LETTER");

    assertThat(queue.act("park", "m1").code()).isEqualTo("RESOURCE_EXHAUSTED");
    queue.enqueue("m2").expect(201);
    assertThat(queue.result("ack", queue.take())).isEqualTo("ACKED");
    queue.act("redrive", "m1").expect(200);
    assertThat(queue.result("nack", queue.take())).isEqualTo("PENDING_DEAD_LETTER");
    queue.act("cancel", "m1").expect(200);
  }

  @Test
  void noMoreAreInFlightThanMayBeWhoeverAsks() {
    queue = RestQueue.in(domain, Map.of("maxInFlightMessages", 3));
    queue.enqueueAll(List.of("m1", "m2", "m3", "m4", "m5"));

    List<List<Given>> given =
        Together.call(8, i -> RestQueue.deliveries(queue.receive(Map.of("maxMessages", 2))));

    List<Given> all = given.stream().flatMap(List::stream).toList();
    assertThat(all).hasSize(3);
    assertThat(RestQueue.deliveries(queue.receive())).isEmpty();
    queue.result("ack", all.get(0));
    assertThat(RestQueue.deliveries(queue.receive(Map.of("maxMessages", 10)))).hasSize(1);
  }

  @Test
  void batchIsTakenUpToTheLimitAndNoFurther() {
    queue = RestQueue.in(domain, Map.of("maxStoredMessages", 10));

    List<Reply> replies =
        Together.call(
            4,
            i ->
                queue
                    .caller()
                    .post(
                        "/domains/" + queue.domain() + "/messages",
                        Map.of(
                            "items",
                            IntStream.range(0, 5)
                                .mapToObj(
                                    n ->
                                        RestQueue.message(
                                            "m" + i + "-" + n, Map.of("queue", queue.name())))
                                .toList())));

    long taken = 0;
    for (Reply reply : replies) {
      for (JsonNode item : reply.expect(200).json().path("items")) {
        assertThat(item.path("status").asInt()).isIn(201, 429);
        taken += item.path("status").asInt() == 201 ? 1 : 0;
      }
    }
    assertThat(taken).isEqualTo(10);
    assertThat(queue.counter("storedMessages")).isEqualTo(10);
  }

  @Test
  void batchThatWasTakenInPartIsAnsweredTheSameWithItsKey() {
    queue = RestQueue.in(domain, Map.of("maxStoredMessages", 1));
    List<Map<String, Object>> items =
        List.of(
            RestQueue.message("m1", Map.of("queue", queue.name())),
            RestQueue.message("m2", Map.of("queue", queue.name())));
    RestClient keyed = queue.caller().withKey(MailboxFixture.unique("key"));
    String path = "/domains/" + queue.domain() + "/messages";

    Reply first = keyed.post(path, Map.of("items", items)).expect(200);
    queue.result("ack", queue.take());
    Reply again = keyed.post(path, Map.of("items", items)).expect(200);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotency-Replayed")).hasValue("true");
    queue.inspect("m2").expect(404);
  }

  @Test
  void ofOneKeyNothingOvertakesWhatWasRefused() {
    queue = RestQueue.in(domain, Map.of("ordering", "STRICT_PER_KEY", "payloadLimitBytes", 200));
    Reply reply =
        queue
            .caller()
            .post(
                "/domains/" + queue.domain() + "/messages",
                Map.of(
                    "items",
                    List.of(
                        item("a1", "a", 1),
                        item("a2", "a", 900),
                        item("a3", "a", 1),
                        item("b1", "b", 1))));

    List<Integer> statuses = new ArrayList<>();
    reply.expect(200).json().path("items").forEach(i -> statuses.add(i.path("status").asInt()));
    assertThat(statuses.get(0)).isEqualTo(201);
    assertThat(statuses.get(1)).isIn(400, 413);
    assertThat(statuses.get(2)).isEqualTo(409);
    assertThat(statuses.get(3)).isEqualTo(201);
  }

  @Test
  void refusedMessageLeavesNothing() {
    queue = RestQueue.in(domain, Map.of("maxStoredMessages", 1));
    queue.enqueue("m1").expect(201);

    assertFull("m2");

    queue.inspect("m2").expect(404);
    assertThat(queue.counter("storedMessages")).isEqualTo(1);
  }

  private Map<String, Object> item(String id, String key, int length) {
    return RestQueue.message(
        id, Map.of("queue", queue.name(), "orderingKey", key, "payload", "x".repeat(length)));
  }

  private void assertFull(String messageId) {
    Reply reply = queue.enqueue(messageId).expect(429);
    assertThat(reply.code()).isEqualTo("RESOURCE_EXHAUSTED");
  }
}
