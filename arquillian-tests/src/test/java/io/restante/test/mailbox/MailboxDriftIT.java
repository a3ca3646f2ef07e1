package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.net.URI;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counters that somebody changed by hand are found, and nothing is decided on them. */
class MailboxDriftIT {

  private static final String OF_MAILBOX =
      " WHERE name = ? AND domain_id = (SELECT id FROM domain WHERE name = ?)";

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox(Map.of("retention", "UNTIL_FINALIZED"));
    sender = domain.sender();
    mailbox.as(sender).submitAll(List.of("m1", "m2", "m3"));
  }

  @Test
  void driftedMailboxRefusesAllWritesUntilItIsRepaired() {
    mailbox.acknowledge(sender.id(), "m3");
    set("pending_count = pending_count + 1, pending_bytes = pending_bytes + 7");
    mailbox.as(sender).submit("before the check").expect(400);
    mailbox.as(sender).submit("unnoticed").expect(201);

    JsonNode found = drifted(check()).get(0);

    assertThat(found.path("mailbox").asText()).isEqualTo(mailbox.name());
    assertThat(found.path("domain").asText()).isEqualTo(domain.domain());
    assertThat(found.path("pendingCount").asLong()).isEqualTo(4);
    assertThat(found.path("countedPending").asLong()).isEqualTo(3);
    assertThat(found.path("pendingBytes").asLong()).isEqualTo(20);
    assertThat(found.path("countedBytes").asLong()).isEqualTo(13);
    assertThat(found.path("driftedAt").asText()).isNotBlank();
    List<List<String>> before = MailboxRows.everything(mailbox);
    List<Supplier<Reply>> writes =
        List.of(
            () -> mailbox.as(sender).submit("new"),
            () -> mailbox.acknowledge(List.of(RestMailbox.identity(sender.id(), "m1"))),
            () -> mailbox.discard(sender.id(), "m2", "OTHER"),
            () -> mailbox.drain(10),
            () -> mailbox.put(Map.of("maxPendingCount", 5)),
            () -> mailbox.delete(false));
    for (Supplier<Reply> write : writes) {
      Reply refusal = Refusals.require(write.get(), 503, "RECOVERY_REQUIRED");
      assertThat(refusal.json().path("retryable").asBoolean()).isTrue();
    }
    assertThat(MailboxRows.everything(mailbox)).isEqualTo(before);
    assertThat(mailbox.pendingIds()).containsExactly("m1", "m2", "unnoticed");
    mailbox.get().expect(200);
    RestClient.at(URI.create(TestServer.rootUri() + "health/ready")).get("").expect(200);
    assertThat(drifted(check())).as("still").hasSize(1);

    Reply repaired = repair().expect(200);

    assertThat(repaired.json().path("before").path("pendingCount").asLong()).isEqualTo(4);
    assertThat(repaired.json().path("after").path("pendingCount").asLong()).isEqualTo(3);
    assertThat(repaired.json().path("after").path("pendingBytes").asLong()).isEqualTo(13);
    assertThat(repaired.json().path("after").path("nextSequence").asLong()).isEqualTo(5);
    MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(drifted(check())).isEmpty();
    writes.subList(0, 5).forEach(write -> assertThat(write.get().status()).isIn(200, 201));
    writes.get(5).get().expect(204);
    assertThat(audited("mailbox.drift")).containsExactly((String) null);
    assertThat(audited("mailbox.repair")).doesNotContainNull().hasSize(1);
  }

  @Test
  void refusedRequestIsNotKeptForItsKey() {
    set("pending_count = pending_count + 1");
    assertThat(drifted(check())).hasSize(1);
    RestMailbox keyed = mailbox.as(sender.client().withKey("key"));
    Refusals.require(keyed.submit("new"), 503, "RECOVERY_REQUIRED");

    repair().expect(200);

    keyed.submit("new").expect(201);
  }

  @Test
  void batchIsDecidedForEveryOtherMailbox() {
    RestMailbox sound = domain.mailbox();
    set("pending_count = pending_count + 1");
    check();

    JsonNode items =
        sender
            .client()
            .post(
                "/domains/" + domain.domain() + "/envelopes",
                Map.of(
                    "items",
                    List.of(
                        RestMailbox.envelope("b", new byte[1], Map.of("mailbox", mailbox.name())),
                        RestMailbox.envelope("b", new byte[1], Map.of("mailbox", sound.name())))))
            .expect(200)
            .json()
            .path("items");

    assertThat(items.findValuesAsText("code")).containsExactly("RECOVERY_REQUIRED");
    assertThat(items.get(1).path("status").asInt()).isEqualTo(201);
    repair().expect(200);
  }

  @Test
  void counterThatWouldGoBelowZeroIsNoFaultAndChangesNothing() {
    RestMailbox empty = domain.mailbox(Map.of("retention", "UNTIL_FINALIZED"));
    for (String id : List.of("e1", "e2", "e3")) {
      empty.as(sender).submit(id, new byte[0]).expect(201);
    }
    set(empty, "pending_count = 1");
    set("pending_count = 0, pending_bytes = 0");

    for (RestMailbox each : List.of(mailbox, empty)) {
      String prefix = each == empty ? "e" : "m";
      List<List<String>> before = MailboxRows.everything(each);
      Refusals.require(
          each.acknowledge(
              List.of(
                  RestMailbox.identity(sender.id(), prefix + "1"),
                  RestMailbox.identity(sender.id(), prefix + "2"))),
          503,
          "RECOVERY_REQUIRED");
      Refusals.require(each.drain(3), 503, "RECOVERY_REQUIRED");
      assertThat(MailboxRows.everything(each)).isEqualTo(before);
    }

    assertThat(drifted(check())).hasSize(2);
    repair().expect(200);
    assertThat(mailbox.acknowledge(sender.id(), "m1", "m2"))
        .containsExactly("COMMITTED", "COMMITTED");
    MailboxRows.of(mailbox).requireTrueCounters();
    repair(empty).expect(200);
  }

  @Test
  void sequenceThatWasGivenIsNotGivenAgain() {
    mailbox.acknowledge(sender.id(), "m3");
    set("next_sequence = 3");
    JsonNode ofTombstone = drifted(check()).get(0);
    assertThat(ofTombstone.path("nextSequence").asLong()).isEqualTo(3);
    assertThat(ofTombstone.path("highestSequence").asLong()).isEqualTo(3);
    Refusals.require(mailbox.as(sender).submit("m4"), 503, "RECOVERY_REQUIRED");
    assertThat(repair().expect(200).json().path("after").path("nextSequence").asLong())
        .isEqualTo(4);

    mailbox.as(sender).submit("m4").expect(201);
    set("next_sequence = 1");
    assertThat(drifted(check())).hasSize(1);
    assertThat(repair().expect(200).json().path("after").path("nextSequence").asLong())
        .isEqualTo(5);
    mailbox.as(sender).submit("m5").expect(201);

    assertThat(mailbox.pullAll(10))
        .extracting(e -> e.path("sequence").asLong())
        .containsExactly(1L, 2L, 4L, 5L);
  }

  @Test
  void repairNeverLowersTheNextSequence() {
    set("next_sequence = 1000");
    assertThat(drifted(check())).isEmpty();

    assertThat(repair().expect(200).json().path("after").path("nextSequence").asLong())
        .isEqualTo(1_000);
  }

  @Test
  void checkBesideTrafficFindsNothing() {
    AtomicInteger running = new AtomicInteger(3);
    List<Integer> checks =
        Together.call(
            4,
            thread -> {
              int rounds = 0;
              if (thread < 3) {
                for (; rounds < 40; rounds++) {
                  String id = "t-" + thread + "-" + rounds;
                  mailbox.as(sender).submit(id).expect(201);
                  mailbox.acknowledge(sender.id(), id);
                }
                running.decrementAndGet();
                return rounds;
              }
              while (running.get() > 0 || rounds == 0) {
                assertThat(drifted(check())).isEmpty();
                rounds++;
              }
              return rounds;
            });

    assertThat(checks.get(3)).isPositive();
    MailboxRows.of(mailbox).requireTrueCounters();
  }

  @Test
  void checkGoesOnWhereThePartBeforeEnded() throws SQLException {
    execute(
        "INSERT INTO mailbox (domain_id, name, retention, default_ttl_seconds, max_pending_count,"
            + " max_pending_bytes, max_envelope_bytes, acknowledgements, next_sequence,"
            + " pending_count, pending_bytes, created_at) SELECT d.id, CONCAT('idle-', s.seq),"
            + " 'TIMED', 3600, 1, 1, 1, 'NONE', 1, IF(s.seq = 140, 1, 0), 0, UTC_TIMESTAMP(3)"
            + " FROM domain d JOIN seq_1_to_150 s WHERE d.name = ?",
        domain.domain());
    Map<String, String> idle = Map.of("domain", domain.domain(), "mailboxPattern", "idle-*");
    Reply first = domain.admin().post("/admin/check", idle).expect(200);
    Reply second =
        domain
            .admin()
            .post(
                "/admin/check",
                Map.of(
                    "domain", domain.domain(),
                    "mailboxPattern", "idle-*",
                    "cursor", first.text("nextCursor")))
            .expect(200);

    assertThat(first.json().path("checked").asInt()).isEqualTo(100);
    assertThat(first.json().path("hasMore").asBoolean()).isTrue();
    assertThat(drifted(first)).isEmpty();
    assertThat(second.json().path("checked").asInt()).isEqualTo(50);
    assertThat(second.json().path("hasMore").asBoolean(true)).isFalse();
    assertThat(drifted(second).get(0).path("mailbox").asText()).isEqualTo("idle-140");
    Refusals.require(
        domain
            .admin()
            .post(
                "/admin/check",
                Map.of("domain", domain.domain(), "cursor", first.text("nextCursor"))),
        400,
        "CURSOR_INVALID");
    Refusals.requireInvalid(
        domain.admin().post("/admin/check", Map.of("mailboxPattern", "a*b")), "mailboxPattern");
    Refusals.require(
        domain
            .admin()
            .post("/admin/check/repair", Map.of("domain", domain.domain(), "mailbox", "none")),
        404,
        "NOT_FOUND");
    repair(domain.mailboxNamed("idle-140")).expect(200);
  }

  private Reply check() {
    return domain.admin().post("/admin/check", Map.of("domain", domain.domain())).expect(200);
  }

  private Reply repair() {
    return repair(mailbox);
  }

  private Reply repair(RestMailbox which) {
    return domain
        .admin()
        .post("/admin/check/repair", Map.of("domain", domain.domain(), "mailbox", which.name()));
  }

  private static List<JsonNode> drifted(Reply check) {
    List<JsonNode> drifted = new ArrayList<>();
    check.json().path("drifted").forEach(drifted::add);
    return drifted;
  }

  /** The principals of the records of an action on the mailbox. */
  private List<String> audited(String action) {
    return Rows.select(
            "SELECT principal FROM audit_record WHERE action = ? AND domain = ? AND resource = ?"
                + " AND detail IS NOT NULL",
            action,
            domain.domain(),
            "mailboxes/" + mailbox.name())
        .stream()
        .map(row -> (String) row.get("principal"))
        .toList();
  }

  private void set(String columns) {
    set(mailbox, columns);
  }

  private void set(RestMailbox which, String columns) {
    try {
      execute("UPDATE mailbox SET " + columns + OF_MAILBOX, which.name(), domain.domain());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void execute(String sql, Object... parameters) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      assertThat(statement.executeUpdate()).isPositive();
    }
  }
}
