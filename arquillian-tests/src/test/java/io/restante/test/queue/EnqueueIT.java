package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.request.Refusals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sending over REST: what is taken, what is refused, and that a payload comes back as it was. */
class EnqueueIT {

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "true",
        "\"\"",
        "\"a \\\" b \\\\ \\n \\u0000 ü \\ud83d\\ude00\"",
        "-0.0",
        "1.10",
        "1e400",
        "123456789012345678901234567890",
        "{\"z\":1,\"a\":[1.0,2,{\"b\":null,\"a\":false}],\"\":\"\"}"
      })
  void payloadComesBackAsItWasSent(String payload) {
    queue.caller().post(queue.path() + "/messages", message("m1", payload)).expect(201);

    String answer = queue.receive().expect(200).text();

    assertThat(answer).contains(",\"payload\":" + unescaped(payload) + ",\"token\":");
  }

  @Test
  void whiteSpaceOfAPayloadIsNotKept() {
    queue.caller().post(queue.path() + "/messages", message("m1", "{ \"a\" :\n [ 1 , 2 ] }"));

    assertThat(queue.receive().expect(200).text()).contains("\"payload\":{\"a\":[1,2]}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"a\":1,\"a\":2}", "{", "01", "NaN", "'a'", "{\"a\":}", "1 2"})
  void payloadThatIsNoJsonIsRefused(String payload) {
    Reply reply = queue.caller().post(queue.path() + "/messages", message("m1", payload));

    Refusals.require(reply, 400, "VALIDATION_FAILED");
    assertThat(queue.counter("storedMessages")).isZero();
  }

  @Test
  void whatIsMalformedIsRefused() {
    String past = TestServer.now().minusSeconds(1).toString();
    String soon = TestServer.now().plusSeconds(60).toString();
    String later = TestServer.now().plusSeconds(120).toString();

    Refusals.requireInvalid(
        queue.caller().post(queue.path() + "/messages", "{\"messageId\":\"m1\"}"), "payload");
    Refusals.requireInvalid(queue.enqueue("not an id"), "messageId");
    Refusals.requireInvalid(queue.enqueue("m1", Map.of("orderingKey", "k")), "orderingKey");
    Refusals.requireInvalid(queue.enqueue("m1", Map.of("queue", queue.name())), "queue");
    Refusals.requireInvalid(queue.enqueue("m1", Map.of("expiresAt", past)), "expiresAt");
    Refusals.requireInvalid(
        queue.enqueue("m1", Map.of("expiresAt", soon, "notBefore", later)), "expiresAt");
    Refusals.requireInvalid(queue.enqueue("m1", Map.of("headers", Map.of("a b", "1"))), "headers");
    Map<String, Object> nothing = new HashMap<>();
    nothing.put("a", null);
    Refusals.requireInvalid(queue.enqueue("m1", Map.of("headers", nothing)), "headers");
    Refusals.require(
        queue.enqueue("m1", Map.of("headers", Map.of("a", 1))), 400, "VALIDATION_FAILED");
    Refusals.require(queue.enqueue("m1", Map.of("colour", "red")), 400, "VALIDATION_FAILED");
    assertThat(queue.counter("storedMessages")).isZero();
    queue.enqueue("m1").expect(201);
  }

  @Test
  void payloadIsLimited() {
    RestQueue small = RestQueue.in(domain, Map.of("payloadLimitBytes", 100));

    Refusals.requireInvalid(small.enqueue("m1", Map.of("payload", "x".repeat(100))), "payload");
    small.enqueue("m1", Map.of("payload", "x".repeat(90))).expect(201);
    Refusals.require(
        queue.enqueue("m1", Map.of("payload", "x".repeat(3 << 20))), 413, "PAYLOAD_TOO_LARGE");
  }

  @Test
  void messageOfTheLargestSizePasses() {
    RestQueue large = RestQueue.in(domain, Map.of("payloadLimitBytes", 1 << 20));
    String payload = "x".repeat((1 << 20) - 6);

    large.enqueue("m1", Map.of("payload", payload)).expect(201);

    Reply taken = large.receive(Map.of("maxBytes", 2 << 20)).expect(200);
    assertThat(taken.json().path("deliveries").get(0).path("payload").asText()).isEqualTo(payload);
  }

  @Test
  void idIsTakenForEver() {
    queue.enqueue("m1").expect(201);
    Refusals.require(queue.enqueue("m1"), 409, "CONFLICT");
    queue.result("ack", queue.take());

    Refusals.require(queue.enqueue("m1"), 409, "CONFLICT");
    assertThat(queue.counter("storedMessages")).isZero();
  }

  @Test
  void takenIdIsAConflictWithWhateverContent() {
    RestQueue ordered =
        RestQueue.in(domain, Map.of("ordering", "STRICT_PER_KEY", "payloadLimitBytes", 100));
    ordered.enqueueOrdered("m1", "k").expect(201);
    queue.enqueue("m1").expect(201);
    String past = TestServer.now().minusSeconds(1).toString();
    String soon = TestServer.now().plusSeconds(60).toString();
    String later = TestServer.now().plusSeconds(120).toString();

    assertThat(
            List.of(
                queue.enqueue("m1", Map.of("expiresAt", past)),
                queue.enqueue("m1", Map.of("expiresAt", soon, "notBefore", later)),
                queue.enqueue("m1", Map.of("payload", "x".repeat(300_000))),
                queue.enqueue("m1", Map.of("orderingKey", "k")),
                ordered.enqueue("m1"),
                ordered.enqueue("m1", Map.of("orderingKey", "k", "payload", "x".repeat(100)))))
        .allSatisfy(reply -> Refusals.require(reply, 409, "CONFLICT"));

    JsonNode answers =
        batch(
                List.of(
                    RestQueue.message("m2", Map.of("queue", queue.name())),
                    RestQueue.message("m2", Map.of("queue", queue.name(), "expiresAt", past)),
                    RestQueue.message("m3", Map.of("queue", queue.name(), "expiresAt", past))))
            .expect(200)
            .json()
            .path("items");
    assertThat(answers)
        .extracting(answer -> answer.path("status").asInt())
        .containsExactly(201, 409, 400);
  }

  @Test
  void timesMayBeAsFarAwayAsTheyCanBeWritten() {
    String first = "0000-01-01T00:00:00.000Z";
    String last = "9999-12-31T23:59:59.999Z";
    queue.enqueue("m1", Map.of("notBefore", first, "expiresAt", last)).expect(201);
    queue.enqueue("m2", Map.of("notBefore", last)).expect(201);

    assertThat(queue.take().messageId()).isEqualTo("m1");
    assertThat(queue.inspect("m1").text("expiresAt")).isEqualTo(last);
    assertThat(queue.inspect("m2").text("notBefore")).isEqualTo(last);
    Refusals.require(
        queue.enqueue("m3", Map.of("notBefore", "+10000-01-01T00:00:00Z")),
        400,
        "VALIDATION_FAILED");
  }

  @Test
  void fullQueueTakesNothing() {
    RestQueue small = RestQueue.in(domain, Map.of("maxStoredMessages", 1));
    small.enqueue("m1").expect(201);

    Refusals.require(small.enqueue("m2"), 429, "RESOURCE_EXHAUSTED");

    small.result("ack", small.take());
    small.enqueue("m2").expect(201);
  }

  @Test
  void keyGivesTheFirstAnswerAgain() {
    RestQueue retried = queue.as(domain.admin().withKey("k-" + queue.name()));

    Reply first = retried.enqueue("m1").expect(201);
    Reply second = retried.enqueue("m1").expect(201);

    assertThat(second.text()).isEqualTo(first.text());
    assertThat(second.header("Idempotency-Replayed")).contains("true");
    Refusals.require(retried.enqueue("m2"), 422, "IDEMPOTENCY_KEY_REUSED");
    assertThat(queue.counter("storedMessages")).isEqualTo(1);
  }

  @Test
  void itemsOfABatchAreDecidedByThemselves() {
    RestQueue ordered = RestQueue.in(domain, Map.of("ordering", "STRICT_PER_KEY"));
    ordered.enqueueOrdered("taken", "k1").expect(201);
    List<Object> items = new ArrayList<>();
    items.add(RestQueue.message("m1", Map.of("queue", queue.name())));
    items.add(RestQueue.message("m1", Map.of("queue", queue.name())));
    items.add(RestQueue.message("m2", Map.of("queue", "no.such.queue")));
    items.add(RestQueue.message("bad id", Map.of("queue", ordered.name(), "orderingKey", "k2")));
    items.add(RestQueue.message("m3", Map.of("queue", ordered.name(), "orderingKey", "k2")));
    items.add(RestQueue.message("taken", Map.of("queue", ordered.name(), "orderingKey", "k1")));
    items.add(RestQueue.message("m4", Map.of("queue", ordered.name(), "orderingKey", "k1")));
    items.add(RestQueue.message("m5", Map.of("queue", ordered.name(), "orderingKey", "k3")));

    JsonNode answers = batch(items).expect(200).json().path("items");

    assertThat(answers)
        .extracting(answer -> answer.path("status").asInt())
        .containsExactly(201, 409, 404, 400, 409, 409, 409, 201);
    assertThat(answers.get(0).path("state").asText()).isEqualTo("READY");
    assertThat(answers.get(3).has("messageId")).isFalse();
    assertThat(answers.get(4).path("problem").path("code").asText()).isEqualTo("CONFLICT");
    assertThat(ordered.counter("storedMessages")).isEqualTo(2);
  }

  @Test
  void batchesAreOneToAHundredItems() {
    List<Object> items = new ArrayList<>();
    Refusals.requireInvalid(batch(items), "items");
    for (int i = 0; i <= 100; i++) {
      items.add(RestQueue.message("m" + i, Map.of("queue", queue.name())));
    }
    Refusals.requireInvalid(batch(items), "items");
    assertThat(queue.counter("storedMessages")).isZero();
  }

  private static Reply batch(List<Object> items) {
    return domain.admin().post("/domains/" + domain.domain() + "/messages", Map.of("items", items));
  }

  private static String message(String id, String payload) {
    return "{\"messageId\":\"" + id + "\",\"payload\":" + payload + "}";
  }

  /** Characters that need no escape are written without. */
  private static String unescaped(String json) {
    return json.replace("\\ud83d\\ude00", "\ud83d\ude00");
  }
}
