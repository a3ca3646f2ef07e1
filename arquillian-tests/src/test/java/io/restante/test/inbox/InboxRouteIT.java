package io.restante.test.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The inbox over REST, for operators. */
class InboxRouteIT {

  private static MailboxFixture fixture;
  private static RestClient operator;

  private InboxRows rows;
  private String path;

  @BeforeAll
  static void makeOperator() {
    fixture = MailboxFixture.newDomain();
    operator = fixture.principal(fixture.grant("inbox:operate", "inbox/*")).client();
  }

  @BeforeEach
  void chooseScope() {
    rows = new InboxRows(fixture.domain(), MailboxFixture.unique("scope"));
    path = rows.path();
  }

  private static List<String> ids(JsonNode messages) {
    return messages.findValuesAsText("messageId");
  }

  private static List<String> changed(Reply reply) {
    List<String> ids = new ArrayList<>();
    reply.expect(200).json().path("ids").forEach(id -> ids.add(id.asText()));
    return ids;
  }

  @Test
  void pagesGoThroughTheDeadByWhenTheyDiedAndThenById() {
    rows.dead("b", 2);
    rows.dead("a", 2);
    rows.dead("first", 3);
    rows.dead("last", 1);
    rows.open("open", 1);
    rows.completed("completed", 2);

    List<String> found = new ArrayList<>();
    String cursor = "";
    for (boolean more = true; more; ) {
      JsonNode page = operator.get(path + "/dead?limit=1" + cursor).expect(200).json();
      found.addAll(ids(page.path("messages")));
      cursor = "&cursor=" + page.path("nextCursor").asText();
      more = page.path("hasMore").asBoolean();
    }

    assertThat(found).containsExactly("first", "a", "b", "last");
    JsonNode end = operator.get(path + "/dead?limit=10" + cursor).expect(200).json();
    assertThat(end.path("messages")).isEmpty();
    rows.dead("later", 0);
    assertThat(ids(operator.get(path + "/dead?limit=10" + cursor).json())).containsExactly("later");
  }

  @Test
  void deadAreFoundByTypeAndTime() {
    rows.dead("old", 3);
    rows.dead("new", 1);

    assertThat(ids(operator.get(path + "/dead?type=order.placed").json())).hasSize(2);
    assertThat(ids(operator.get(path + "/dead?type=order").json())).isEmpty();
    String before = TestServer.now().minus(Duration.ofDays(2)).toString();
    assertThat(ids(operator.get(path + "/dead?before=" + before).json())).containsExactly("old");
  }

  @Test
  void cursorIsOfItsScopeAndReader() {
    rows.dead("m", 1);
    String cursor = operator.get(path + "/dead").expect(200).text("nextCursor");
    InboxRows other = new InboxRows(fixture.domain(), MailboxFixture.unique("scope"));

    Refusals.require(operator.get(other.path() + "/dead?cursor=" + cursor), 400, "CURSOR_INVALID");
    Refusals.require(fixture.admin().get(path + "/dead?cursor=" + cursor), 400, "CURSOR_INVALID");
    Refusals.require(operator.get(path + "/dead?cursor=xyz"), 400, "CURSOR_INVALID");
  }

  @Test
  void retriedMessageIsOpenAndOthersAreLeftAlone() {
    rows.dead("dead", 1);
    rows.open("open", 1);
    rows.completed("completed", 1);

    Reply reply =
        operator.post(
            path + "/dead/retry", Map.of("ids", List.of("open", "dead", "none", "completed")));

    assertThat(changed(reply)).containsExactly("dead");
    JsonNode retried = operator.get(path + "/messages/dead").expect(200).json();
    assertThat(retried.path("state").asText()).isEqualTo("OPEN");
    assertThat(retried.path("attempts").asInt()).isZero();
    assertThat(operator.get(path + "/messages/open").json().path("attempts").asInt()).isEqualTo(3);
    assertThat(operator.get(path + "/messages/completed").text("state")).isEqualTo("COMPLETED");
    assertThat(changed(operator.post(path + "/dead/retry", Map.of("ids", List.of("dead")))))
        .isEmpty();
    assertAudited("inbox.retry", "messages 1");
  }

  @Test
  void purgedMessageIsGoneAndOthersAreLeftAlone() {
    rows.dead("dead", 1);
    rows.open("open", 1);

    Reply reply = operator.post(path + "/dead/purge", Map.of("ids", List.of("open", "dead")));

    assertThat(changed(reply)).containsExactly("dead");
    Refusals.require(operator.get(path + "/messages/dead"), 404, "NOT_FOUND");
    operator.get(path + "/messages/open").expect(200);
    assertAudited("inbox.purge-dead", "messages 1");
  }

  @Test
  void recordShowsAllButThePayload() {
    rows.dead("m1", 1);

    JsonNode found = operator.get(path + "/messages/m1").expect(200).json();

    assertThat(found.path("type").asText()).isEqualTo("order.placed");
    assertThat(found.path("version").asInt()).isEqualTo(1);
    assertThat(found.path("conversationId").asText()).isEqualTo("talk");
    assertThat(found.path("state").asText()).isEqualTo("DEAD");
    assertThat(found.path("attempts").asInt()).isEqualTo(3);
    assertThat(found.path("lastError").asText()).isEqualTo("java.lang.IllegalStateException");
    assertThat(Instant.parse(found.path("deadAt").asText())).isBefore(TestServer.now());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/b", "a b", "a+b", "50%", "ü", "a?b#c", "x;y=1", "a\\b"})
  void namesThatNeedEscapingArriveAsTheyAre(String name) {
    InboxRows escaped = new InboxRows(fixture.domain(), name);
    String id = name + MailboxFixture.unique("-m");
    escaped.dead(id, 1);

    assertThat(
            operator
                .get(escaped.path() + "/messages/" + InboxRows.escape(id))
                .expect(200)
                .text("messageId"))
        .isEqualTo(id);
    assertThat(changed(operator.post(escaped.path() + "/dead/retry", Map.of("ids", List.of(id)))))
        .containsExactly(id);
  }

  @ParameterizedTest
  @CsvSource({
    "limit=0, limit",
    "limit=1001, limit",
    "limit=x, limit",
    "before=today, before",
  })
  void queryOutOfBoundsIsRefused(String query, String field) {
    Refusals.require(operator.get(path + "/dead?" + query), 400, "VALIDATION_FAILED");
    assertThat(operator.get(path + "/dead?" + query).text("detail")).startsWith(field + " ");
  }

  @Test
  void bodyOutOfBoundsIsRefused() {
    String long201 = "x".repeat(201);
    for (Object ids :
        List.of(
            List.of(), List.of(""), List.of(long201), java.util.Collections.nCopies(101, "m"))) {
      Refusals.require(
          operator.post(path + "/dead/retry", Map.of("ids", ids)), 400, "VALIDATION_FAILED");
    }
    Refusals.require(operator.post(path + "/dead/purge", "{}"), 400, "VALIDATION_FAILED");
    for (String body :
        List.of(
            "{\"completedMaxAgeSeconds\":-1}",
            "{\"deadMaxAgeSeconds\":3155760000000}",
            "{\"limit\":0}",
            "{\"limit\":10001}")) {
      Refusals.require(operator.post(path + "/purge", body), 400, "VALIDATION_FAILED");
    }
    Refusals.require(
        operator.get("/domains/" + fixture.domain() + "/inbox/" + "x".repeat(129) + "/dead"),
        400,
        "VALIDATION_FAILED");
  }

  @Test
  void operatorSeesWhatItWasGrantedAndNothingElse() {
    rows.dead("m1", 1);
    String name = rows.scope();
    TestPrincipal one = fixture.principal(fixture.grant("inbox:operate", "inbox/" + name));
    TestPrincipal other = fixture.principal(fixture.grant("inbox:operate", "inbox/other"));
    TestPrincipal receiver = fixture.principal(fixture.grant("mailbox:receive", "*"));

    one.client().get(path + "/dead").expect(200);
    Refusals.require(other.client().get(path + "/dead"), 404, "NOT_FOUND");
    Refusals.require(receiver.client().get(path + "/dead"), 403, "FORBIDDEN");
    Refusals.require(
        receiver.client().post(path + "/dead/retry", Map.of("ids", List.of("m1"))),
        403,
        "FORBIDDEN");
    Refusals.require(
        one.client().get("/domains/no.such.domain/inbox/" + name + "/dead"), 404, "NOT_FOUND");
    Refusals.require(
        RestClient.admin().get("/domains/no.such.domain/inbox/" + name + "/dead"),
        404,
        "NOT_FOUND");
    assertThat(operator.get(path + "/messages/m1").text("state")).isEqualTo("DEAD");
  }

  @Test
  void purgeTakesWhatIsOldEnoughUpToItsLimit() {
    for (int i = 0; i < 5; i++) {
      // Younger than what the timer takes.
      rows.completed("completed " + i, 5);
    }
    rows.completed("young", 3);
    rows.open("failed", 5);
    rows.dead("dead", 5);
    long age = Duration.ofDays(4).toSeconds();

    assertPurged(Map.of("completedMaxAgeSeconds", age, "limit", 3), 3, 0, 0);
    assertPurged(Map.of("completedMaxAgeSeconds", age), 2, 0, 0);
    assertPurged(Map.of("completedMaxAgeSeconds", age), 0, 0, 0);
    assertPurged(Map.of(), 0, 0, 0);
    assertPurged(Map.of("incompleteMaxAgeSeconds", age), 0, 1, 0);
    assertPurged(Map.of("deadMaxAgeSeconds", age), 0, 0, 1);
    assertThat(rows.ids()).containsExactly("young");
    assertAudited("inbox.purge", "completed 3, incomplete 0, dead 0");
  }

  private void assertPurged(Map<String, ?> request, int completed, int incomplete, int dead) {
    JsonNode purged = operator.post(path + "/purge", request).expect(200).json();
    assertThat(purged.path("completed").asInt()).isEqualTo(completed);
    assertThat(purged.path("incomplete").asInt()).isEqualTo(incomplete);
    assertThat(purged.path("dead").asInt()).isEqualTo(dead);
  }

  @Test
  void openMessageWithoutFailuresIsNotPurged() {
    rows.claimed("claimed", 400);

    assertPurged(Map.of("incompleteMaxAgeSeconds", 0), 0, 0, 0);
    assertThat(rows.ids()).containsExactly("claimed");
  }

  @Test
  void rowThatIsRetriedWhileThePurgeRunsStays() throws SQLException {
    rows.dead("retried", 8);
    rows.dead("dead", 8);
    try (Connection retrying = TestServer.openDatabase()) {
      retrying.setAutoCommit(false);
      rows.retry(retrying, "retried");
      assertPurged(Map.of("deadMaxAgeSeconds", 60), 0, 0, 1);
      retrying.commit();
    }
    assertPurged(Map.of("deadMaxAgeSeconds", 60), 0, 0, 0);
    assertThat(rows.ids()).containsExactly("retried");
  }

  @Test
  void timerPurgesCompletedMessagesOfAWeekAndNothingElse() {
    rows.completed("old", 8);
    rows.completed("young", 6);
    rows.open("failed", 400);
    rows.dead("dead", 400);

    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> !rows.ids().contains("old"));
    assertThat(rows.ids()).containsExactlyInAnyOrder("young", "failed", "dead");
  }

  private void assertAudited(String action, String detail) {
    JsonNode records =
        RestClient.admin()
            .get("/admin/audit?action=" + action + "&domain=" + fixture.domain())
            .expect(200)
            .json()
            .path("records");
    assertThat(records)
        .anySatisfy(
            entry -> {
              assertThat(entry.path("resource").asText()).isEqualTo("inbox/" + rows.scope());
              assertThat(entry.path("detail").asText()).isEqualTo(detail);
              assertThat(entry.path("outcome").asText()).isEqualTo("DONE");
            });
  }
}
