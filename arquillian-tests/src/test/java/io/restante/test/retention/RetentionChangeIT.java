package io.restante.test.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Envelopes that are held already get a shorter life, after a preview of what that does. */
@Isolated
class RetentionChangeIT {

  private static final long HOUR = 3_600;

  private MailboxFixture fixture;
  private Changes changes;
  private String admin;

  @BeforeEach
  void makeDomain() {
    fixture = MailboxFixture.newDomain();
    changes = new Changes(fixture.admin());
    admin = fixture.admin().get("/whoami").text("principalId");
  }

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void runDoesWhatThePreviewSaidAndNothingElse() {
    RestMailbox mailbox = named("alice.phone", Map.of());
    RestMailbox other = named("alice", Map.of());
    RestMailbox holding = named("alice.app", Map.of("retention", "UNTIL_FINALIZED"));
    for (RestMailbox each : List.of(mailbox, other, holding)) {
      each.submit("old-1", new byte[10]).expect(201);
      each.submit("old-2", new byte[20]).expect(201);
    }
    mailbox.submit("short", new byte[5], Map.of("ttlSeconds", 2 * HOUR + 600)).expect(201);
    TestServer.advanceClock(Duration.ofHours(2));
    Instant young = time(mailbox.submit("young", new byte[7]).expect(201).json(), "acceptedAt");
    List<Map<String, Object>> before = rows();

    JsonNode preview = changes.preview(fixture.domain(), "alice.*", HOUR);

    assertThat(rows()).isEqualTo(before);
    assertThat(preview.path("state").asText()).isEqualTo("PREVIEWED");
    assertThat(preview.path("remove").path("count").asLong()).isEqualTo(3);
    assertThat(preview.path("remove").path("bytes").asLong()).isEqualTo(35);
    assertThat(preview.path("shorten").path("count").asLong()).isEqualTo(1);
    assertThat(preview.path("shorten").path("bytes").asLong()).isEqualTo(7);
    assertThat(time(preview.path("shorten"), "oldestAcceptedAt")).isEqualTo(young);
    assertThat(time(preview.path("remove"), "newestAcceptedAt")).isBefore(young.minusSeconds(HOUR));
    assertThat(time(preview, "confirmBy"))
        .isEqualTo(time(preview, "previewedAt").plus(Duration.ofMinutes(10)));
    mailbox.submit("new", new byte[1]).expect(201);

    assertThat(changes.apply(preview).expect(202).text("state")).isEqualTo("APPLYING");
    JsonNode end = changes.awaitEnd(preview);

    assertThat(counts(end, "removed")).isEqualTo("3/35");
    assertThat(counts(end, "shortened")).isEqualTo("1/7");
    assertThat(counts(end.path("goneMeanwhile"), "remove")).isEqualTo("0/0");
    assertThat(counts(end.path("goneMeanwhile"), "shorten")).isEqualTo("0/0");
    assertThat(end.path("mailboxesLeft").asLong(-1)).isZero();
    assertThat(end.has("confirmationToken")).isFalse();
    List<JsonNode> left = mailbox.pullAll(10);
    assertThat(left).extracting(e -> e.path("messageId").asText()).containsExactly("young", "new");
    assertThat(time(left.get(0), "expiresAt")).isEqualTo(young.plusSeconds(HOUR));
    assertThat(time(left.get(1), "expiresAt"))
        .isEqualTo(time(left.get(1), "acceptedAt").plus(Duration.ofDays(7)));
    assertThat(other.pendingIds()).containsExactly("old-1", "old-2");
    assertThat(holding.pendingIds()).containsExactly("old-1", "old-2");
    assertCountersEqualRows();
    assertThat(mailbox.acknowledge(admin, "old-1", "young"))
        .containsExactly("NOT_FOUND", "COMMITTED");
    mailbox.submit("old-1", new byte[3]).expect(201);
  }

  @Test
  void longerLifeThanTheyHaveChangesNothingAndRevivesNothing() {
    RestMailbox mailbox = named("longer", Map.of());
    mailbox.submit("gone", new byte[1], Map.of("ttlSeconds", 60)).expect(201);
    mailbox.submit("hour", new byte[1], Map.of("ttlSeconds", HOUR)).expect(201);
    mailbox.submit("week", new byte[1]).expect(201);
    TestServer.advanceClock(Duration.ofSeconds(61));

    JsonNode preview = changes.preview(fixture.domain(), "*", Duration.ofDays(7).toSeconds());
    List<Map<String, Object>> before = expiries();
    changes.apply(preview).expect(202);
    JsonNode end = changes.awaitEnd(preview);

    for (String what : List.of("remove", "shorten", "removed", "shortened")) {
      assertThat(counts(end, what)).as(what).isEqualTo("0/0");
    }
    assertThat(mailbox.pendingIds()).containsExactly("hour", "week");
    assertThat(before).containsAll(expiries());
    JsonNode shorter = changes.preview(fixture.domain(), "longer", HOUR);
    assertThat(counts(shorter, "shorten")).as("of the week only").isEqualTo("1/1");
  }

  @Test
  void whatIsFinalizedBetweenPreviewAndRunIsSaid() {
    RestMailbox mailbox = named("meanwhile", Map.of());
    mailbox.submitAll(List.of("old-1", "old-2", "old-3"));
    TestServer.advanceClock(Duration.ofHours(2));
    mailbox.submitAll(List.of("young-1", "young-2"));
    RestMailbox deleted = named("meanwhile-deleted", Map.of());
    deleted.submit("m", new byte[4]).expect(201);

    JsonNode preview = changes.preview(fixture.domain(), "meanwhile*", HOUR);
    mailbox.acknowledge(admin, "old-2", "young-1");
    deleted.delete(true).expect(204);
    named("meanwhile-deleted", Map.of()).submit("m", new byte[4]).expect(201);
    changes.apply(preview).expect(202);
    JsonNode end = changes.awaitEnd(preview);

    assertThat(counts(end, "remove")).isEqualTo("3/15");
    assertThat(counts(end, "removed")).isEqualTo("2/10");
    assertThat(counts(end.path("goneMeanwhile"), "remove")).isEqualTo("1/5");
    assertThat(counts(end, "shorten")).isEqualTo("3/18");
    assertThat(counts(end, "shortened")).isEqualTo("1/7");
    assertThat(counts(end.path("goneMeanwhile"), "shorten")).isEqualTo("2/11");
    assertThat(deleted.pullAll(10))
        .as("of a mailbox that was made anew")
        .allSatisfy(
            e ->
                assertThat(Duration.between(time(e, "acceptedAt"), time(e, "expiresAt")))
                    .isEqualTo(Duration.ofDays(7)));
    assertCountersEqualRows();
  }

  @Test
  void confirmationIsGoodForItsChangeAndItsPrincipalOnly() {
    RestMailbox mailbox = named("confirmed", Map.of());
    mailbox.submit("old").expect(201);
    TestServer.advanceClock(Duration.ofHours(2));
    JsonNode preview = changes.preview(fixture.domain(), "*", HOUR);
    JsonNode another = changes.preview(fixture.domain(), "*", HOUR);
    String token = preview.path("confirmationToken").asText();
    TestPrincipal colleague = fixture.principal(new MailboxFixture.Grant("*", "admin", "*"));

    for (String wrong :
        List.of(
            another.path("confirmationToken").asText(),
            token.substring(1),
            token.substring(0, token.length() - 4) + "AAAA",
            "",
            "é",
            "AAAA")) {
      Refusals.require(changes.apply(preview, wrong), 400, "TOKEN_INVALID");
    }
    Refusals.require(new Changes(colleague.client()).apply(preview, token), 400, "TOKEN_INVALID");
    Refusals.requireInvalid(
        fixture
            .admin()
            .post("/admin/retention-changes/" + preview.path("id").asText() + "/apply", "{}"),
        "confirmationToken");
    Refusals.require(
        fixture
            .admin()
            .post("/admin/retention-changes/none/apply", Map.of("confirmationToken", token)),
        404,
        "NOT_FOUND");

    assertThat(changes.get(preview).path("state").asText()).isEqualTo("PREVIEWED");
    assertThat(mailbox.pendingIds()).containsExactly("old");
  }

  @Test
  void confirmationIsGoodForTenMinutes() {
    RestMailbox mailbox = named("late", Map.of());
    mailbox.submit("old").expect(201);
    TestServer.advanceClock(Duration.ofHours(2));
    JsonNode preview = changes.preview(fixture.domain(), "*", HOUR);

    TestServer.advanceClock(Duration.ofMinutes(10).plusSeconds(1));
    Refusals.require(changes.apply(preview), 410, "TOKEN_EXPIRED");

    TestServer.advanceClock(Duration.ofMinutes(2));
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> changes.get(preview).path("state").asText().equals("EXPIRED"));
    Refusals.require(changes.apply(preview), 410, "TOKEN_EXPIRED");
    assertThat(
            Rows.count(
                "SELECT count(*) FROM retention_change_mailbox t JOIN retention_change c"
                    + " ON c.id = t.change_key WHERE c.change_id = ?",
                preview.path("id").asText()))
        .isZero();
    assertThat(mailbox.pendingIds()).containsExactly("old");
  }

  @Test
  void applyingAgainIsHarmlessAtAnyTime() {
    RestMailbox mailbox = named("again", Map.of());
    mailbox.submit("old").expect(201);
    TestServer.advanceClock(Duration.ofHours(2));
    JsonNode preview = changes.preview(fixture.domain(), "*", HOUR);
    changes.apply(preview).expect(202);
    changes.apply(preview).expect(202);
    changes.awaitEnd(preview);
    mailbox.submit("old").expect(201);
    TestServer.advanceClock(Duration.ofHours(2));

    assertThat(changes.apply(preview).expect(202).text("state")).isEqualTo("DONE");

    assertThat(counts(changes.get(preview), "removed")).isEqualTo("1/3");
    assertThat(mailbox.pendingIds()).containsExactly("old");
    assertThat(audited(preview))
        .containsExactly(
            "retention-change.preview", "retention-change.apply", "retention-change.end");
  }

  @Test
  void endIsAuditedWithItsNumbers() {
    RestMailbox mailbox = named("audited", Map.of());
    mailbox.submitAll(List.of("old-1", "old-2"));
    TestServer.advanceClock(Duration.ofHours(2));
    mailbox.submit("young").expect(201);
    JsonNode preview = changes.preview(fixture.domain(), "*", HOUR);
    mailbox.acknowledge(admin, "old-1");
    changes.apply(preview).expect(202);
    changes.awaitEnd(preview);

    assertThat(
            Rows.select(
                "SELECT * FROM audit_record WHERE resource = ? AND action = 'retention-change.end'",
                "retention-changes/" + preview.path("id").asText()))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record).containsEntry("principal", admin);
              assertThat(record).containsEntry("domain", fixture.domain());
              assertThat(record.get("detail"))
                  .isEqualTo(
                      "removed 1 (5 bytes) of 2 previewed; shortened 1 (5 bytes) of 1 previewed");
            });
  }

  @Test
  void mailboxThatNeedsRepairIsWaitedForAndHoldsUpNoOther() throws SQLException {
    RestMailbox broken = named("broken", Map.of());
    RestMailbox sound = named("sound", Map.of());
    broken.submitAll(List.of("m1", "m2"));
    sound.submitAll(List.of("m1", "m2"));
    TestServer.advanceClock(Duration.ofHours(2));
    JsonNode preview = changes.preview(fixture.domain(), "*", HOUR);
    try (Connection database = TestServer.openDatabase();
        Statement statement = database.createStatement()) {
      statement.execute(
          "UPDATE mailbox m JOIN domain d ON d.id = m.domain_id SET m.pending_count = 0,"
              + " m.pending_bytes = 0 WHERE m.name = 'broken' AND d.name = '"
              + fixture.domain()
              + "'");
    }

    changes.apply(preview).expect(202);

    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> counts(changes.get(preview), "removed").equals("2/4"));
    JsonNode waiting = changes.get(preview);
    assertThat(waiting.path("state").asText()).isEqualTo("APPLYING");
    assertThat(waiting.path("mailboxesLeft").asInt()).isEqualTo(1);
    assertThat(sound.count()).isZero();
    assertThat(broken.pendingIds()).containsExactly("m1", "m2");
    fixture
        .admin()
        .post("/admin/check/repair", Map.of("domain", fixture.domain(), "mailbox", "broken"))
        .expect(200);
    assertThat(counts(changes.awaitEnd(preview), "removed")).isEqualTo("4/8");
    assertCountersEqualRows();
  }

  @Test
  void whatIsAskedForIsChecked() {
    Map<String, Object> good =
        Map.of("domain", fixture.domain(), "mailboxPattern", "*", "ttlSeconds", HOUR);
    refuse(good, "ttlSeconds", 59L, "ttlSeconds");
    refuse(good, "ttlSeconds", Duration.ofDays(30).toSeconds() + 1, "ttlSeconds");
    refuse(good, "ttlSeconds", -1L, "ttlSeconds");
    refuse(good, "ttlSeconds", null, "ttlSeconds");
    for (String pattern : new String[] {"", "a*b", "**", "a b", "mailboxes/a", "%", null}) {
      refuse(good, "mailboxPattern", pattern, "mailboxPattern");
    }
    refuse(good, "domain", "a b", "domain");
    Refusals.require(changes.request(with(good, "domain", "nowhere")), 404, "NOT_FOUND");
    Refusals.requireInvalid(changes.page("limit=0"), "limit");
    Refusals.require(changes.page("cursor=AAAA"), 400, "CURSOR_INVALID");
    Refusals.require(fixture.admin().get("/admin/retention-changes/none"), 404, "NOT_FOUND");
  }

  @Test
  void changesAreListedNewestFirst() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.add(0, changes.preview(fixture.domain(), "*", HOUR).path("id").asText());
    }

    List<String> listed = new ArrayList<>();
    Reply page = changes.page("limit=2").expect(200);
    while (listed.size() < 5) {
      page.json().path("changes").forEach(change -> listed.add(change.path("id").asText()));
      changes.preview(fixture.domain(), "*", HOUR);
      page = changes.page("limit=2&cursor=" + page.text("nextCursor")).expect(200);
    }

    assertThat(listed.subList(0, 5)).isEqualTo(made);
  }

  private void refuse(Map<String, Object> good, String field, Object value, String named) {
    Refusals.requireInvalid(changes.request(with(good, field, value)), named);
  }

  private static Map<String, Object> with(Map<String, Object> good, String field, Object value) {
    Map<String, Object> changed = new HashMap<>(good);
    changed.put(field, value);
    return changed;
  }

  private RestMailbox named(String name, Map<String, ?> settings) {
    RestMailbox mailbox = fixture.mailboxNamed(name);
    mailbox.put(settings).expect(201);
    return mailbox;
  }

  private static String counts(JsonNode change, String what) {
    return change.path(what).path("count").asLong(-1)
        + "/"
        + change.path(what).path("bytes").asLong(-1);
  }

  private static Instant time(JsonNode node, String field) {
    return Instant.parse(node.path(field).asText());
  }

  private static List<Object> audited(JsonNode preview) {
    return Rows.select(
            "SELECT action FROM audit_record WHERE resource = ? ORDER BY id",
            "retention-changes/" + preview.path("id").asText())
        .stream()
        .map(row -> row.get("action"))
        .toList();
  }

  private List<Map<String, Object>> rows() {
    return Rows.select(
        "SELECT m.name, m.pending_count, m.pending_bytes, m.next_sequence, e.sequence,"
            + " e.expires_at FROM mailbox m JOIN domain d ON d.id = m.domain_id LEFT JOIN envelope e"
            + " ON e.mailbox_id = m.id WHERE d.name = ? ORDER BY m.id, e.sequence",
        fixture.domain());
  }

  private List<Map<String, Object>> expiries() {
    return Rows.select(
        "SELECT e.message_id, e.expires_at FROM envelope e JOIN mailbox m ON m.id = e.mailbox_id"
            + " JOIN domain d ON d.id = m.domain_id WHERE d.name = ?",
        fixture.domain());
  }

  private void assertCountersEqualRows() {
    assertThat(
            Rows.select(
                "SELECT m.name FROM mailbox m JOIN domain d ON d.id = m.domain_id WHERE d.name = ?"
                    + " AND (m.pending_count <> (SELECT COUNT(*) FROM envelope e"
                    + " WHERE e.mailbox_id = m.id) OR m.pending_bytes <> (SELECT"
                    + " COALESCE(SUM(e.body_bytes), 0) FROM envelope e WHERE e.mailbox_id = m.id))",
                fixture.domain()))
        .isEmpty();
  }
}
