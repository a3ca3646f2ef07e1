package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.request.Refusals;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redriving many dead letters in the background. */
class RedriveJobIT {

  private static MailboxFixture domain;

  private RestQueue queue;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @BeforeEach
  void makeQueue() {
    queue = RestQueue.in(domain, Map.of("maxAttempts", 1));
  }

  @AfterEach
  void requireRightBooks() throws SQLException {
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void eachOfThoseThatAreMeantIsRedrivenOnce() throws SQLException {
    park(600, "NO_STOCK");
    park(200, "NO_MONEY");

    Reply counted =
        order(Map.of("filter", Map.of("reason", "NO_STOCK"), "max", 10_000, "dryRun", true))
            .expect(200);
    assertThat(counted.text()).isEqualTo("{\"dryRun\":true,\"redriven\":600,\"skipped\":0}");
    assertThat(queue.counter("deadLetterMessages")).isEqualTo(800);

    JsonNode done =
        finished(order(Map.of("filter", Map.of("reason", "NO_STOCK"), "max", 10_000)).expect(202));

    assertThat(done.path("redriven").asLong()).isEqualTo(600);
    assertThat(done.path("skipped").asLong()).isZero();
    assertThat(queue.counter("deadLetterMessages")).isEqualTo(200);
    try (Connection database = TestServer.openDatabase()) {
      assertThat(new QueueBooks(database, queue).count(1)).isEqualTo(600);
    }
    JsonNode redriven = queue.inspect("NO_STOCK-7").json();
    assertThat(redriven.path("generation").asInt()).isEqualTo(2);
    assertThat(redriven.path("stateVersion").asLong()).isEqualTo(4);
    assertThat(queue.state("NO_MONEY-7")).isEqualTo("DEAD_LETTERED");
  }

  @Test
  void noMoreThanTheMostAreRedrivenOldestFirst() {
    park(20, "A");

    JsonNode done = finished(order(Map.of("max", 5)).expect(202));

    assertThat(done.path("redriven").asLong()).isEqualTo(5);
    assertThat(queue.state("A-4")).isEqualTo("READY");
    assertThat(queue.state("A-5")).isEqualTo("DEAD_LETTERED");
  }

  @Test
  void filtersSelectByKeyAndByTheTimeOfSending() throws SQLException {
    queue = RestQueue.in(domain, Map.of("maxAttempts", 1, "ordering", "STRICT_PER_KEY"));
    for (String id : List.of("a1", "a2", "a3", "b1")) {
      queue.enqueueOrdered(id, id.substring(0, 1)).expect(201);
      queue.result("nack", queue.take());
    }
    Instant sent = Instant.parse("2026-01-01T00:00:00Z");
    for (int i = 1; i <= 3; i++) {
      sentAt("a" + i, sent.plusSeconds(i));
    }
    sentAt("b1", sent.plusSeconds(2));
    Map<String, String> second =
        Map.of(
            "orderingKey", "a",
            "firstSeenFrom", sent.plusSeconds(2).toString(),
            "firstSeenBefore", sent.plusSeconds(3).toString());

    assertThat(redriven(second)).containsExactly("a2");
    assertThat(redriven(Map.of("firstSeenBefore", sent.plusSeconds(3).toString())))
        .containsExactly("a1", "b1");
    assertThat(redriven(Map.of("firstSeenFrom", sent.plusSeconds(4).toString()))).isEmpty();
    assertThat(redriven(Map.of("orderingKey", "b"))).isEmpty();
    assertThat(redriven(Map.of("firstSeenFrom", sent.plusSeconds(3).toString())))
        .containsExactly("a3");
  }

  @Test
  void whatIsOverIsSkippedAndCounted() throws SQLException {
    park(3, "A");
    QueueRows.execute(
        queue,
        "UPDATE queue_message m SET m.expires_at = UTC_TIMESTAMP(3) WHERE m.message_id = 'A-1'"
            + " AND %s");
    assertThat(order(Map.of("max", 10, "dryRun", true)).expect(200).text())
        .isEqualTo("{\"dryRun\":true,\"redriven\":2,\"skipped\":1}");

    JsonNode done = finished(order(Map.of("max", 10)).expect(202));

    assertThat(done.path("redriven").asLong()).isEqualTo(2);
    assertThat(done.path("skipped").asLong()).isEqualTo(1);
    assertThat(queue.state("A-1")).isEqualTo("DEAD_LETTERED");
    assertThat(queue.counter("deadLetterMessages")).isEqualTo(1);
  }

  @Test
  void rateIsKept() {
    park(30, "A");

    JsonNode done = finished(order(Map.of("max", 100, "ratePerSecond", 10)).expect(202));

    assertThat(done.path("redriven").asLong()).isEqualTo(30);
    assertThat(
            Duration.between(
                Instant.parse(done.path("createdAt").asText()),
                Instant.parse(done.path("finishedAt").asText())))
        .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void whatIsParkedAgainIsNotMeant() {
    park(3, "A");
    JsonNode begun = order(Map.of("max", 100, "ratePerSecond", 1)).expect(202).json();
    assertThat(begun.path("state").asText()).isEqualTo("RUNNING");

    Given first = queue.take(Map.of("waitSeconds", 20));
    assertThat(queue.result("nack", first)).isEqualTo("DEAD_LETTERED");

    JsonNode done = finished(begun.path("jobId").asText());
    assertThat(done.path("redriven").asLong()).isEqualTo(3);
    assertThat(queue.state(first.messageId())).isEqualTo("DEAD_LETTERED");
    assertThat(queue.inspect(first.messageId()).json().path("generation").asInt()).isEqualTo(2);
  }

  @Test
  void whatIsMalformedIsRefused() {
    Refusals.requireInvalid(order(Map.of()), "max");
    Refusals.requireInvalid(order(Map.of("max", 0)), "max");
    Refusals.requireInvalid(order(Map.of("max", 1_000_001)), "max");
    Refusals.requireInvalid(order(Map.of("max", 1, "ratePerSecond", 0)), "ratePerSecond");
    Refusals.requireInvalid(
        order(Map.of("max", 1, "filter", Map.of("reason", "n o"))), "filter.reason");
    Refusals.require(
        order(Map.of("max", 1, "filter", Map.of("colour", "red"))), 400, "VALIDATION_FAILED");
    Refusals.requireInvalid(
        order(
            Map.of(
                "max",
                1,
                "filter",
                Map.of(
                    "firstSeenFrom", "2026-01-02T00:00:00Z",
                    "firstSeenBefore", "2026-01-01T00:00:00Z"))),
        "filter.firstSeenBefore");
  }

  @Test
  void orderIsOfItsQueueAndNeedsItsGrant() {
    String resource = "queues/" + queue.name();
    TestPrincipal redriver = domain.principal(domain.grant("deadletter:redrive", resource));
    TestPrincipal reader = domain.principal(domain.grant("deadletter:read", resource));
    Map<String, Object> all = Map.of("max", 1);

    Refusals.require(
        reader.client().post(queue.path() + "/dead-letters/redrive", all), 403, "FORBIDDEN");
    String id =
        redriver
            .client()
            .post(queue.path() + "/dead-letters/redrive", all)
            .expect(202)
            .text("jobId");
    finished(id);

    redriver.client().get(queue.path() + "/dead-letters/redrive/" + id).expect(200);
    reader.client().get(queue.path() + "/dead-letters/redrive/" + id).expect(200);
    RestQueue other = RestQueue.in(domain, Map.of());
    Refusals.require(
        domain.admin().get(other.path() + "/dead-letters/redrive/" + id), 404, "NOT_FOUND");
    Refusals.require(
        domain.admin().get(queue.path() + "/dead-letters/redrive/none"), 404, "NOT_FOUND");
  }

  @Test
  void keyBeginsOneOrder() {
    park(4, "A");
    RestQueue retried = queue.as(domain.admin().withKey("k-" + queue.name()));

    Reply first =
        retried.caller().post(queue.path() + "/dead-letters/redrive", Map.of("max", 2)).expect(202);
    Reply second =
        retried.caller().post(queue.path() + "/dead-letters/redrive", Map.of("max", 2)).expect(202);

    assertThat(second.text()).isEqualTo(first.text());
    finished(first);
    assertThat(queue.counter("deadLetterMessages")).isEqualTo(2);
  }

  /**
   * Counts what a filter means, redrives it, and returns what is ready then that was not before.
   */
  private List<String> redriven(Map<String, String> filter) {
    List<String> before = ready();
    long counted =
        order(Map.of("max", 10, "filter", filter, "dryRun", true))
            .expect(200)
            .json()
            .path("redriven")
            .asLong();
    JsonNode done = finished(order(Map.of("max", 10, "filter", filter)).expect(202));
    List<String> now = new ArrayList<>(ready());
    now.removeAll(before);
    assertThat(done.path("redriven").asLong()).isEqualTo(counted).isEqualTo(now.size());
    return now;
  }

  private List<String> ready() {
    return queue
        .caller()
        .get(queue.path() + "/messages?state=READY")
        .expect(200)
        .json()
        .path("messages")
        .findValuesAsText("messageId");
  }

  private void sentAt(String messageId, Instant instant) throws SQLException {
    QueueRows.execute(
        queue,
        "UPDATE queue_message m SET m.enqueued_at = '%s' WHERE m.message_id = '%s' AND %%s"
            .formatted(instant.toString().replaceAll("[TZ]", " ").strip(), messageId));
  }

  private Reply order(Map<String, ?> request) {
    return queue.caller().post(queue.path() + "/dead-letters/redrive", request);
  }

  private JsonNode finished(Reply begun) {
    return finished(begun.text("jobId"));
  }

  private JsonNode finished(String jobId) {
    String path = queue.path() + "/dead-letters/redrive/" + jobId;
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> queue.caller().get(path).expect(200).text("state").equals("DONE"));
    return queue.caller().get(path).json();
  }

  private void park(int messages, String reason) {
    queue.enqueueAll(IntStream.range(0, messages).mapToObj(i -> reason + "-" + i).toList());
    for (int parked = 0; parked < messages; parked += 100) {
      List<Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 100)));
      queue
          .settle("nack", given.stream().map(Given::token).toList(), Map.of("reason", reason))
          .expect(200);
    }
  }
}
