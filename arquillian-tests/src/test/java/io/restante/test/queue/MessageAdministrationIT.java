package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.request.Refusals;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Showing messages, and what administrators do to them. */
@Isolated
class MessageAdministrationIT {

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
    TestServer.resetClock();
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void inspectionSaysWhyAMessageIsNotHandedOut() {
    queue = RestQueue.in(domain, Map.of("maxInFlightMessages", 1, "maxAttempts", 1));
    String later = TestServer.now().plusSeconds(60).toString();
    queue.enqueue("scheduled", Map.of("notBefore", later)).expect(201);
    queue.enqueue("leased").expect(201);
    queue.enqueue("ready").expect(201);
    assertThat(why("ready").isMissingNode()).isTrue();

    Given held = queue.take();

    assertThat(why("scheduled").path("why").asText()).isEqualTo("NOT_BEFORE");
    assertThat(why("scheduled").path("until").asText()).isNotBlank();
    assertThat(why("leased").path("why").asText()).isEqualTo("LEASED");
    assertThat(why("leased").path("until").asText()).isEqualTo(held.leaseUntil());
    assertThat(why("ready"))
        .hasToString("{\"limit\":\"maxInFlightMessages\",\"why\":\"OVER_LIMIT\"}");
    pause("pause");
    queue.result("nack", held);
    assertThat(why("ready").path("why").asText()).isEqualTo("PAUSED");
    assertThat(why("leased").path("why").asText()).isEqualTo("PARKED");
    pause("resume");
    queue.act("cancel", "leased").expect(200);
    assertThat(why("leased").path("why").asText()).isEqualTo("FINISHED");
    Refusals.require(queue.inspect("nobody"), 404, "NOT_FOUND");
    Refusals.require(queue.inspect("no%20id"), 400, "VALIDATION_FAILED");
  }

  @Test
  void inspectionNamesTheHeadThatIsWaitedFor() {
    queue = RestQueue.in(domain, Map.of("ordering", "STRICT_PER_KEY"));
    queue.enqueueOrdered("m1", "k").expect(201);
    queue.enqueueOrdered("m2", "k").expect(201);

    assertThat(why("m1").isMissingNode()).isTrue();
    assertThat(why("m2")).hasToString("{\"head\":\"m1\",\"why\":\"BEHIND_HEAD\"}");
  }

  @Test
  void inspectionNamesTheLimitThatLeavesNoRoomNowAndNoneIfThereIsRoom() {
    queue = RestQueue.in(domain, Map.of("maxAttempts", 1, "maxDeadLetterMessages", 1));
    for (String id : List.of("m1", "m2")) {
      queue.enqueue(id).expect(201);
      queue.result("nack", queue.take());
    }

    assertThat(why("m2")).hasToString("{\"limit\":\"maxDeadLetterMessages\",\"why\":\"PARKED\"}");
    queue.act("cancel", "m1").expect(200);
    assertThat(why("m2")).hasToString("{\"why\":\"PARKED\"}");
    queue.put(Map.of("maxDeadLetterBytes", 1)).expect(200);
    assertThat(why("m2")).hasToString("{\"limit\":\"maxDeadLetterBytes\",\"why\":\"PARKED\"}");
  }

  @Test
  void inspectionChangesNothing() {
    queue
        .enqueue("m1", Map.of("expiresAt", TestServer.now().plusSeconds(60).toString()))
        .expect(201);
    pause("pause");
    String before = queue.inspect("m1").expect(200).text();

    assertThat(queue.inspect("m1").expect(200).text()).isEqualTo(before);
    assertThat(queue.inspect("m1").json().path("bytes").asInt()).isPositive();
    assertThat(before).doesNotContain("\"of\"");
  }

  @Test
  void listsGoOnWhereTheyEnded() {
    queue.enqueueAll(IntStream.range(0, 7).mapToObj(i -> "m" + i).toList());
    queue.result("ack", queue.take());

    assertThat(ids(queue.path() + "/messages?limit=3", "messages", 3)).hasSize(7).startsWith("m0");
    assertThat(ids(queue.path() + "/messages?state=READY&limit=4", "messages", 2))
        .hasSize(6)
        .doesNotContain("m0");
    assertThat(ids(queue.path() + "/messages?state=ACKED&limit=4", "messages", 1))
        .containsExactly("m0");
    Refusals.requireInvalid(get("/messages?state=LOST"), "state");
    Refusals.requireInvalid(get("/messages?limit=101"), "limit");
    Refusals.require(get("/messages?cursor=abc"), 400, "CURSOR_INVALID");
    String foreign = get("/messages?limit=3").text("nextCursor");
    Refusals.require(get("/dead-letters?cursor=" + foreign), 400, "CURSOR_INVALID");
  }

  @Test
  void deadLettersAreListedAsTheyWereParked() {
    queue.enqueueAll(List.of("m1", "m2", "m3"));
    List<Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 3)));
    RestQueue.results(
        queue.settle("nack", List.of(given.get(1).token()), Map.of("reason", "NO_STOCK")));
    queue.result("nack", given.get(0));

    JsonNode letters = get("/dead-letters").expect(200).json().path("deadLetters");

    assertThat(letters).extracting(l -> l.path("messageId").asText()).containsExactly("m2", "m1");
    assertThat(letters.get(0).path("reason").asText()).isEqualTo("NO_STOCK");
    assertThat(letters.get(0).path("attempts").asInt()).isEqualTo(1);
    assertThat(letters.get(0).path("firstSeen").asText()).isNotBlank();
    assertThat(letters.get(1).has("reason")).isFalse();
    assertThat(ids(queue.path() + "/dead-letters?limit=1", "deadLetters", 2))
        .containsExactly("m2", "m1");
  }

  @Test
  void redriveBeginsAnew() {
    queue.enqueue("m1").expect(201);
    queue.result("nack", queue.take());

    JsonNode redriven = queue.act("redrive", "m1").expect(200).json();

    assertThat(redriven.path("state").asText()).isEqualTo("READY");
    assertThat(redriven.path("generation").asInt()).isEqualTo(2);
    assertThat(redriven.path("attempts").asInt()).isZero();
    assertThat(redriven.has("reason")).isFalse();
    Given again = queue.take();
    assertThat(again.attempt()).isEqualTo(1);
    assertThat(again.generation()).isEqualTo(2);
    assertThat(queue.counter("deadLetterMessages")).isZero();
  }

  @Test
  void redriveMayBeForLater() {
    queue.enqueue("m1").expect(201);
    queue.result("nack", queue.take());
    JsonNode now = queue.inspect("m1").json();
    Map<String, Object> request =
        Map.of(
            "expectedStateVersion", now.path("stateVersion").asLong(),
            "expectedGeneration", 1,
            "notBefore", TestServer.now().plusSeconds(60).toString());

    Reply redriven = act("redrive", "m1", request).expect(200);

    assertThat(redriven.text("state")).isEqualTo("SCHEDULED");
    assertThat(RestQueue.deliveries(queue.receive())).isEmpty();
    TestServer.advanceClock(Duration.ofSeconds(61));
    assertThat(queue.take().messageId()).isEqualTo("m1");
  }

  @Test
  void expiredMessageThatWaitsForRoomIsOnlyCancelled() {
    queue = RestQueue.in(domain, Map.of("maxAttempts", 1, "maxDeadLetterMessages", 1));
    String soon = TestServer.now().plusSeconds(60).toString();
    for (String id : List.of("m1", "m2")) {
      queue.enqueue(id, Map.of("expiresAt", soon)).expect(201);
      queue.result("nack", queue.take());
    }
    queue.act("cancel", "m1").expect(200);
    TestServer.advanceClock(Duration.ofSeconds(61));

    Refusals.require(queue.act("park", "m2"), 409, "CONFLICT");
    Refusals.require(queue.act("redrive", "m2"), 409, "CONFLICT");

    assertThat(queue.state("m2")).isEqualTo("PENDING_DEAD_LETTER");
    queue.act("cancel", "m2").expect(200);
  }

  @Test
  void expiredDeadLetterIsOnlyCancelled() {
    queue
        .enqueue("m1", Map.of("expiresAt", TestServer.now().plusSeconds(60).toString()))
        .expect(201);
    queue.result("nack", queue.take());
    TestServer.advanceClock(Duration.ofSeconds(61));

    Refusals.require(queue.act("redrive", "m1"), 409, "CONFLICT");
    assertThat(queue.act("cancel", "m1").expect(200).text("state")).isEqualTo("CANCELLED");
  }

  @Test
  void pendingDeadLetterIsParkedWhenThereIsRoom() {
    queue = RestQueue.in(domain, Map.of("maxAttempts", 1, "maxDeadLetterMessages", 1));
    queue.enqueueAll(List.of("m1", "m2"));
    List<Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 2)));
    assertThat(queue.result("nack", given.get(0))).isEqualTo("DEAD_LETTERED");
    assertThat(queue.result("nack", given.get(1))).isEqualTo("PENDING_DEAD_LETTER");
    assertThat(why("m2")).hasToString("{\"limit\":\"maxDeadLetterMessages\",\"why\":\"PARKED\"}");

    Refusals.require(queue.act("park", "m2"), 429, "RESOURCE_EXHAUSTED");
    Refusals.require(queue.act("park", "m1"), 409, "CONFLICT");
    queue.act("cancel", "m1").expect(200);

    assertThat(queue.act("park", "m2").expect(200).text("state")).isEqualTo("DEAD_LETTERED");
  }

  @Test
  void cancelOfWhatIsSomethingElseSaysWhat() {
    queue.enqueue("m1").expect(201);
    Map<String, Object> seen = Map.of("expectedStateVersion", 1, "expectedGeneration", 1);
    Given held = queue.take();

    Reply refused = Refusals.require(act("cancel", "m1", seen), 409, "REVISION_CONFLICT");
    assertThat(refused.text("detail")).contains("LEASED").contains("stateVersion 2");

    queue.result("ack", held);
    assertThat(Refusals.require(queue.act("cancel", "m1"), 409, "CONFLICT").text("detail"))
        .contains("ACKED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"redrive", "cancel", "park"})
  void actsNeedWhatWasSeen(String what) {
    queue.enqueue("m1").expect(201);

    Refusals.requireInvalid(
        act(what, "m1", Map.of("expectedGeneration", 1)), "expectedStateVersion");
    Refusals.requireInvalid(
        act(what, "m1", Map.of("expectedStateVersion", 1)), "expectedGeneration");
    Refusals.requireInvalid(
        act(what, "m1", Map.of("expectedStateVersion", 0, "expectedGeneration", 1)),
        "expectedStateVersion");
    Refusals.require(
        act(what, "m1", Map.of("expectedStateVersion", 9, "expectedGeneration", 1)),
        409,
        "REVISION_CONFLICT");
    Refusals.require(
        act(what, "nobody", Map.of("expectedStateVersion", 9, "expectedGeneration", 1)),
        404,
        "NOT_FOUND");
    assertThat(queue.state("m1")).isEqualTo("READY");
  }

  @Test
  void actsNeedTheirGrantsAndAreAudited() {
    queue.enqueue("m1").expect(201);
    queue.result("nack", queue.take());
    String resource = "queues/" + queue.name();
    TestPrincipal redriver = domain.principal(domain.grant("deadletter:redrive", resource));
    TestPrincipal reader = domain.principal(domain.grant("deadletter:read", resource));
    TestPrincipal inspector = domain.principal(domain.grant("queue:inspect", resource));
    TestPrincipal canceller = domain.principal(domain.grant("queue:cancel", resource));
    Map<String, Object> seen =
        Map.of(
            "expectedStateVersion",
            queue.inspect("m1").json().path("stateVersion").asLong(),
            "expectedGeneration",
            1);

    Refusals.require(queue.as(redriver).inspect("m1"), 403, "FORBIDDEN");
    Refusals.require(act(inspector.client(), "redrive", seen), 403, "FORBIDDEN");
    Refusals.require(act(redriver.client(), "cancel", seen), 403, "FORBIDDEN");
    Refusals.require(act(canceller.client(), "park", seen), 403, "FORBIDDEN");
    queue.as(inspector).inspect("m1").expect(200);
    queue.as(inspector).get().expect(200);
    inspector.client().get(queue.path() + "/messages").expect(200);
    Refusals.require(inspector.client().get(queue.path() + "/dead-letters"), 403, "FORBIDDEN");
    reader.client().get(queue.path() + "/dead-letters").expect(200);
    act(redriver.client(), "redrive", seen).expect(200);
    act(canceller.client(), "cancel", Map.of("expectedStateVersion", 4, "expectedGeneration", 2))
        .expect(200);

    JsonNode audit =
        RestClient.admin()
            .get("/admin/audit?domain=" + domain.domain() + "&limit=100")
            .expect(200)
            .json();
    assertThat(audit.path("records"))
        .filteredOn(r -> r.path("resource").asText().equals(resource))
        .filteredOn(r -> r.path("outcome").asText().equals("DONE"))
        .extracting(r -> r.path("action").asText())
        .contains("message.redrive", "message.cancel");
  }

  @Test
  void keyGivesTheFirstAnswerOfAnActAgain() {
    queue.enqueue("m1").expect(201);
    queue.result("nack", queue.take());
    RestClient retried = domain.admin().withKey("k-" + queue.name());
    Map<String, Object> seen = Map.of("expectedStateVersion", 3, "expectedGeneration", 1);

    Reply first = act(retried, "redrive", seen).expect(200);
    Reply second = act(retried, "redrive", seen).expect(200);

    assertThat(second.text()).isEqualTo(first.text());
    assertThat(queue.inspect("m1").json().path("generation").asInt()).isEqualTo(2);
  }

  @Test
  void purgeTakesOutWhatWaitsAndCountsWhatStays() {
    queue.enqueueAll(List.of("leased", "parked"));
    List<Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 2)));
    queue.result("nack", given.get(1));
    queue.enqueueAll(IntStream.range(0, 1_100).mapToObj(i -> "m" + i).toList());
    queue
        .enqueue("later", Map.of("notBefore", TestServer.now().plusSeconds(600).toString()))
        .expect(201);
    String cut = TestServer.now().plusSeconds(1).toString();
    TestServer.advanceClock(Duration.ofSeconds(2));
    queue.enqueue("after").expect(201);

    JsonNode done = purge(Map.of("before", cut)).expect(200).json();

    assertThat(done.path("purged").asLong()).isEqualTo(1_101);
    assertThat(done.path("leased").asLong()).isEqualTo(1);
    assertThat(done.path("parked").asLong()).isEqualTo(1);
    assertThat(done.path("hasMore").asBoolean(true)).isFalse();
    assertThat(queue.state("m7")).isEqualTo("CANCELLED");
    assertThat(queue.state("after")).isEqualTo("READY");
    assertThat(queue.result("ack", given.get(0))).isEqualTo("ACKED");
    assertThat(queue.counter("storedMessages")).isEqualTo(2);
    Refusals.requireInvalid(purge(Map.of()), "before");
    Refusals.require(purge(Map.of("before", "yesterday")), 400, "VALIDATION_FAILED");
    assertThat(purge(Map.of("before", cut)).expect(200).json().path("purged").asLong()).isZero();
  }

  private Reply purge(Map<String, ?> request) {
    return queue.caller().post(queue.path() + "/purge", request);
  }

  private JsonNode why(String messageId) {
    return queue.inspect(messageId).expect(200).json().path("notDeliverable");
  }

  private void pause(String what) {
    queue.caller().send("POST", queue.path() + "/" + what, null).expect(200);
  }

  private Reply get(String path) {
    return queue.caller().get(queue.path() + path);
  }

  private Reply act(String what, String messageId, Map<String, ?> request) {
    return queue.caller().post(queue.path() + "/messages/" + messageId + "/" + what, request);
  }

  private Reply act(RestClient caller, String what, Map<String, ?> request) {
    return caller.post(queue.path() + "/messages/m1/" + what, request);
  }

  private List<String> ids(String path, String field, int pages) {
    List<String> ids = new ArrayList<>();
    String cursor = "";
    for (int page = 1; page <= pages; page++) {
      JsonNode answer = queue.caller().get(path + cursor).expect(200).json();
      answer.path(field).forEach(m -> ids.add(m.path("messageId").asText()));
      assertThat(answer.path("hasMore").asBoolean()).as("page " + page).isEqualTo(page < pages);
      cursor = "&cursor=" + answer.path("nextCursor").asText();
    }
    return ids;
  }
}
