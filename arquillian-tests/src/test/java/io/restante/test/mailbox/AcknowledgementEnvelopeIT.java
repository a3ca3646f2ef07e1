package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.request.Refusals;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sender is told that its envelope was finalized, and never how. */
@Isolated("It moves the clock.")
class AcknowledgementEnvelopeIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private static final Map<String, String> TELLS = Map.of("acknowledgements", "FINALIZED");

  private MailboxFixture domain;
  private RestMailbox held;
  private RestMailbox home;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailboxes() {
    domain = MailboxFixture.newDomain();
    held = domain.mailbox(TELLS);
    home = domain.mailbox();
    sender =
        domain.principal(
            domain.grant("mailbox:submit", "mailboxes/*"),
            domain.grant("mailbox:receive", "mailboxes/" + home.name()));
  }

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void committedEnvelopeIsAcknowledgedToItsSendersMailbox() throws SQLException {
    Reply receipt = submit("m1").expect(201);
    assertThat(receipt.text("state")).isEqualTo("PENDING");
    assertThat(held.acknowledge(sender.id(), "m1")).containsExactly("COMMITTED");

    JsonNode acknowledgement = awaitAcknowledgements(1).get(0);

    assertThat(acknowledgement.path("kind").asText()).isEqualTo("ACK");
    assertThat(acknowledgement.path("messageId").asText()).isEqualTo("m1");
    assertThat(acknowledgement.path("sender").asText()).isEqualTo(receipt.text("acknowledger"));
    assertThat(acknowledgement.has("body")).isFalse();
    assertThat(acknowledgement.path("expiresAt").asText()).isNotBlank();
    assertThat(home.as(sender).acknowledge(receipt.text("acknowledger"), "m1"))
        .containsExactly("COMMITTED");
    MailboxRows.of(home).requireTrueCounters();
    assertThat(outbox()).containsExactly("DONE");
  }

  @Test
  void discardDrainAndCommitAreToldAlike() {
    List.of("m1", "m2", "m3").forEach(id -> submit(id).expect(201));
    held.acknowledge(sender.id(), "m1");
    JsonNode discarded = held.discard(sender.id(), "m2", "USER_REJECTED").expect(200).json();
    held.drain(1).expect(200);

    assertThat(discarded.path("acknowledgementQueued").asBoolean()).isTrue();
    List<JsonNode> told = awaitAcknowledgements(3);
    assertThat(told.stream().map(AcknowledgementEnvelopeIT::withoutItsOwn).distinct()).hasSize(1);
    JsonNode again = held.discard(sender.id(), "m2", "OTHER").expect(200).json();
    assertThat(again.path("acknowledgementQueued").asBoolean()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void sendersRetryHasItToldAgain(boolean finalizedTheFirst) throws SQLException {
    submit("m1").expect(201);
    held.acknowledge(sender.id(), "m1");
    JsonNode first = awaitAcknowledgements(1).get(0);
    if (finalizedTheFirst) {
      home.as(sender).acknowledge(first.path("sender").asText(), "m1");
    }

    Reply retry = submit("m1").expect(200);

    assertThat(retry.text("state")).isEqualTo("FINALIZED");
    assertThat(retry.text("acknowledger")).isEqualTo(first.path("sender").asText());
    await().atMost(LIMIT).untilAsserted(() -> assertThat(outbox()).containsExactly("DONE", "DONE"));
    JsonNode second = awaitAcknowledgements(1).get(0);
    assertThat(second.path("sequence").asLong()).isEqualTo(finalizedTheFirst ? 2 : 1);
    MailboxRows.of(home).requireTrueCounters();
  }

  @Test
  void fullMailboxGetsItWhenItHasRoom() throws SQLException {
    finalizeWhileHomeIsFull();
    assertThat(held.pendingIds()).isEmpty();

    home.drain(1).expect(200);

    awaitAcknowledgements(1);
    assertThat(outbox()).containsExactly("DONE");
  }

  @Test
  void eventWhoseCourierDiedIsDeliveredAfterItsLease() throws SQLException {
    finalizeWhileHomeIsFull();
    changeEvent("lease_until = NOW(3) + INTERVAL 1 HOUR");
    home.drain(1).expect(200);
    await()
        .during(Duration.ofSeconds(2))
        .untilAsserted(() -> assertThat(home.count()).isEqualTo(0));

    TestServer.advanceClock(Duration.ofMinutes(61));

    awaitAcknowledgements(1);
  }

  @Test
  void eventIsGivenUpAfterItsLastAttempt() throws SQLException {
    finalizeWhileHomeIsFull();
    changeEvent("attempts = 9");

    TestServer.advanceClock(Duration.ofMinutes(6));

    await().atMost(LIMIT).untilAsserted(() -> assertThat(outbox()).containsExactly("DEAD"));
    home.drain(1).expect(200);
    submit("m1").expect(200);
    awaitAcknowledgements(1);
  }

  @Test
  void mailboxThatWasDeletedIsToldNothing() throws SQLException {
    submit("m1").expect(201);
    String deleted = column("SELECT id FROM mailbox WHERE name = ?", home.name()).get(0);
    home.delete(false).expect(204);

    held.acknowledge(sender.id(), "m1");

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(column("SELECT state FROM outbox WHERE subject_id = ?", deleted))
                    .containsExactly("DONE"));
    assertThat(held.pendingIds()).isEmpty();
  }

  @Test
  void expiredEnvelopeIsNotAcknowledged() throws SQLException {
    held.as(sender).submit("m1", body("m1"), with(Map.of("ttlSeconds", 60))).expect(201);

    TestServer.advanceClock(Duration.ofMinutes(2));

    assertThat(held.acknowledge(sender.id(), "m1")).containsExactly("NOT_FOUND");
    assertThat(outbox()).isEmpty();
  }

  @Test
  void mailboxThatTellsNobodyRefusesTheWish() {
    RestMailbox silent = domain.mailbox();

    Refusals.require(
        silent.as(sender).submit("m1", body("m1"), with(Map.of())), 422, "UNSUPPORTED_CAPABILITY");

    assertThat(silent.pendingIds()).isEmpty();
  }

  @Test
  void mailboxThatNoLongerTellsSendsNothing() throws SQLException {
    submit("m1").expect(201);
    held.put(Map.of("acknowledgements", "NONE")).expect(200);

    JsonNode discarded = held.discard(sender.id(), "m1", "OTHER").expect(200).json();

    assertThat(discarded.path("acknowledgementQueued").asBoolean(true)).isFalse();
    assertThat(submit("m2").status()).isEqualTo(422);
    assertThat(outbox()).isEmpty();
  }

  @Test
  void mailboxOfOthersIsRefusedAsOneThatIsNotThere() {
    RestMailbox foreign = domain.mailbox();

    Reply others = submitTo("m1", foreign.name());
    Reply nobodys = submitTo("m1", "nowhere");

    Refusals.require(others, 400, "VALIDATION_FAILED");
    assertThat(others.text("detail")).startsWith("acknowledgeTo").isEqualTo(nobodys.text("detail"));
    Refusals.require(submitTo("m1", "not a name"), 400, "VALIDATION_FAILED");
    assertThat(held.pendingIds()).isEmpty();
  }

  @Test
  void batchTellsOfEachItemByItself() {
    Reply batch =
        sender
            .client()
            .post(
                "/domains/" + domain.domain() + "/envelopes",
                Map.of("items", List.of(item("m1", home.name()), item("m2", "nowhere"))))
            .expect(200);

    JsonNode items = batch.json().path("items");
    assertThat(items.path(0).path("status").asInt()).isEqualTo(201);
    assertThat(items.path(0).path("acknowledger").asText()).isNotBlank();
    assertThat(items.path(1).path("status").asInt()).isEqualTo(400);
    assertThat(held.pendingIds()).containsExactly("m1");
  }

  @Test
  void twoSendersWithOneHomeAndTheSameIdsAreToldApart() {
    TestPrincipal other =
        domain.principal(
            domain.grant("mailbox:submit", "mailboxes/*"),
            domain.grant("mailbox:receive", "mailboxes/" + home.name()));
    String mine = submit("m1").expect(201).text("acknowledger");
    String others =
        held.as(other).submit("m1", body("m1"), with(Map.of())).expect(201).text("acknowledger");
    held.acknowledge(other.id(), "m1");

    assertThat(awaitAcknowledgements(1).get(0).path("sender").asText())
        .isEqualTo(others)
        .isNotEqualTo(mine);
  }

  @Test
  void manyAreToldEachOnce() throws SQLException {
    List<String> ids = IntStream.range(0, 300).mapToObj(i -> "m" + i).toList();
    ids.forEach(id -> submit(id).expect(201));
    for (int from = 0; from < ids.size(); from += 100) {
      held.acknowledge(sender.id(), ids.subList(from, from + 100).toArray(String[]::new));
    }

    assertThat(
            awaitAcknowledgements(300).stream().map(a -> a.path("messageId").asText()).distinct())
        .hasSize(300);
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(outbox()).hasSize(300).containsOnly("DONE"));
    MailboxRows.of(home).requireTrueCounters();
  }

  @Test
  void eventsThatAreDoneAreRemovedInTime() throws SQLException {
    submit("m1").expect(201);
    held.acknowledge(sender.id(), "m1");
    awaitAcknowledgements(1);

    TestServer.advanceClock(Duration.ofDays(1).plusMinutes(1));

    await().atMost(LIMIT).untilAsserted(() -> assertThat(outbox()).isEmpty());
  }

  /** Afterwards, one attempt to deliver has failed. */
  private void finalizeWhileHomeIsFull() {
    home.put(Map.of("maxPendingCount", 1)).expect(200);
    home.submit("in-the-way").expect(201);
    submit("m1").expect(201);
    held.acknowledge(sender.id(), "m1");
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(lastErrors()).containsExactly("MAILBOX_FULL"));
  }

  private Reply submit(String messageId) {
    return submitTo(messageId, home.name());
  }

  private Reply submitTo(String messageId, String acknowledgeTo) {
    return held.as(sender)
        .submit(messageId, body(messageId), Map.of("acknowledgeTo", acknowledgeTo));
  }

  private Map<String, Object> item(String messageId, String acknowledgeTo) {
    return RestMailbox.envelope(
        messageId, body(messageId), Map.of("mailbox", held.name(), "acknowledgeTo", acknowledgeTo));
  }

  private Map<String, Object> with(Map<String, Object> more) {
    Map<String, Object> all = new HashMap<>(more);
    all.put("acknowledgeTo", home.name());
    return all;
  }

  private List<JsonNode> awaitAcknowledgements(int number) {
    List<JsonNode> told = new ArrayList<>();
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              told.clear();
              told.addAll(home.as(sender).pullAll(100));
              assertThat(told).hasSize(number);
            });
    return told;
  }

  /** The acknowledgement without what is its own alone. */
  private static JsonNode withoutItsOwn(JsonNode acknowledgement) {
    ObjectNode rest = acknowledgement.deepCopy();
    return rest.without(List.of("messageId", "sequence", "acceptedAt", "expiresAt"));
  }

  private List<String> outbox() throws SQLException {
    return ofHome("state");
  }

  private List<String> lastErrors() throws SQLException {
    return ofHome("last_error");
  }

  private List<String> ofHome(String column) throws SQLException {
    return column(
        "SELECT o."
            + column
            + " FROM outbox o JOIN mailbox m ON m.id = o.subject_id WHERE m.name = ?",
        home.name());
  }

  private static List<String> column(String sql, String name) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql)) {
      statement.setString(1, name);
      List<String> values = new ArrayList<>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          values.add(rows.getString(1));
        }
      }
      return values;
    }
  }

  /** Changes the event of this mailbox between two attempts, not in the middle of one. */
  private void changeEvent(String assignment) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement =
            database.prepareStatement(
                "UPDATE outbox SET "
                    + assignment
                    + " WHERE state = 'PENDING' AND lease_until IS NULL"
                    + " AND subject_id IN (SELECT id FROM mailbox WHERE name = ?)")) {
      statement.setString(1, home.name());
      await().atMost(LIMIT).until(() -> statement.executeUpdate() == 1);
    }
  }

  private static byte[] body(String messageId) {
    return messageId.getBytes(StandardCharsets.UTF_8);
  }
}
