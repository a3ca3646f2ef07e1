package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit as administrators read it. */
class AuditRouteIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestClient admin = fixture.admin();
  private final String administrator = admin.get("/whoami").text("principalId");

  @Test
  void recordSaysWhoDidWhatToWhatWhenAndInWhichRequest() {
    Instant before = TestServer.now().minusSeconds(5);
    RestMailbox mailbox = fixture.mailbox();
    Reply made = mailbox.put(Map.of("maxPendingCount", 5)).expect(200);

    JsonNode record = records("action=mailbox.change&domain=" + fixture.domain()).get(0);

    assertThat(record.path("principalId").asText()).isEqualTo(administrator);
    assertThat(record.path("domain").asText()).isEqualTo(fixture.domain());
    assertThat(record.path("resource").asText()).isEqualTo("mailboxes/" + mailbox.name());
    assertThat(record.path("outcome").asText()).isEqualTo("DONE");
    assertThat(record.path("requestId").asText())
        .isEqualTo(made.header("X-Request-Id").orElseThrow());
    assertThat(Instant.parse(record.path("at").asText())).isAfter(before);
  }

  @Test
  void eachFilterLeavesWhatItNames() {
    RestMailbox one = fixture.mailbox();
    RestMailbox two = fixture.mailbox();
    one.put(Map.of("maxPendingCount", 5)).expect(200);
    TestPrincipal nobody = fixture.principal();
    Refusals.require(one.as(nobody).drain(1), 404, "NOT_FOUND");
    String domain = "domain=" + fixture.domain();

    assertThat(records(domain)).as("with the domain's own").hasSize(5);
    assertThat(records(domain + "&action=mailbox.create")).hasSize(2);
    assertThat(records(domain + "&principal=" + nobody.id())).hasSize(1);
    assertThat(records(domain + "&principal=" + administrator)).hasSize(4);
    assertThat(records(domain + "&resource=mailboxes/" + one.name())).hasSize(3);
    assertThat(records(domain + "&resource=mailboxes/" + two.name())).hasSize(1);
    assertThat(records(domain + "&outcome=NOT_FOUND")).hasSize(1);
    assertThat(records(domain + "&outcome=DONE&action=mailbox.change")).hasSize(1);
    assertThat(records("domain=" + fixture.domain().toUpperCase(Locale.ROOT))).isEmpty();
  }

  @Test
  void timesBoundFromBelowInclusivelyAndFromAboveExclusively() {
    for (int i = 0; i < 3; i++) {
      fixture.mailbox();
    }
    String domain = "action=mailbox.create&domain=" + fixture.domain();
    List<JsonNode> all = records(domain);
    String newest = all.get(0).path("at").asText();
    String oldest = all.get(2).path("at").asText();

    assertThat(records(domain + "&from=" + oldest)).hasSize(3);
    assertThat(records(domain + "&from=" + newest).get(0)).isEqualTo(all.get(0));
    assertThat(records(domain + "&to=" + oldest)).isEmpty();
    assertThat(records(domain + "&from=" + Instant.parse(newest).plusMillis(1))).isEmpty();
  }

  @Test
  void pagesSkipAndRepeatNothingWhileRecordsAreAdded() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      names.add(0, "mailboxes/" + fixture.mailbox().name());
    }
    List<String> read = new ArrayList<>();
    String cursor = "";
    boolean more = true;
    while (more) {
      JsonNode page =
          admin
              .get("/admin/audit?limit=2&action=mailbox.create&domain=" + fixture.domain() + cursor)
              .expect(200)
              .json();
      page.path("records").forEach(record -> read.add(record.path("resource").asText()));
      cursor = "&cursor=" + page.path("nextCursor").asText();
      more = page.path("hasMore").asBoolean();
      fixture.mailbox();
    }

    assertThat(read).isEqualTo(names);
  }

  @Test
  void cursorWorksForItsReaderOnly() {
    String cursor = admin.get("/admin/audit?limit=1").expect(200).text("nextCursor");
    TestPrincipal other = fixture.principal(new MailboxFixture.Grant("*", "admin", "*"));

    Refusals.require(other.client().get("/admin/audit?cursor=" + cursor), 400, "CURSOR_INVALID");
    Refusals.require(admin.get("/admin/retention-changes?cursor=" + cursor), 400, "CURSOR_INVALID");
    Refusals.require(admin.get("/admin/audit?cursor=AAAA"), 400, "CURSOR_INVALID");
  }

  @ParameterizedTest
  @CsvSource({
    "limit=0, limit",
    "limit=101, limit",
    "limit=many, limit",
    "principal=, principal",
    "principal=a%20b, principal",
    "action=Mailbox, action",
    "domain=a/b, domain",
    "resource=a%00, resource",
    "resource=, resource",
    "outcome=done, outcome",
    "from=yesterday, from",
    "from=2026-01-01, from",
    "to=1, to",
    "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z, to"
  })
  void filterThatCanMatchNothingIsRefused(String query, String field) {
    Refusals.requireInvalid(admin.get("/admin/audit?" + query), field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
  void noMethodChangesTheAudit(String method) {
    Refusals.require(admin.send(method, "/admin/audit", "{}"), 405, "NOT_ALLOWED");
    Refusals.require(admin.send(method, "/admin/audit/1", "{}"), 404, "NOT_FOUND");
  }

  @Test
  void noRouteOfTheDocumentIsAboutChangingTheAudit() {
    assertThat(ApiDocument.routes())
        .filteredOn(route -> route.template().contains("audit"))
        .containsExactly(new Route("GET", "/restante/v1/admin/audit"));
  }

  @Test
  void whatIsRefusedForLackOfAGrantIsRecordedOnce() {
    RestMailbox mailbox = fixture.mailbox();
    String resource = "mailboxes/" + mailbox.name();
    TestPrincipal nobody = fixture.principal();
    TestPrincipal sender = fixture.sender();

    assertRefused(mailbox.as(nobody).submit("m"), nobody, "mailbox.submit", resource);
    assertRefused(mailbox.as(nobody).pull(""), nobody, "mailbox.receive", resource);
    assertRefused(mailbox.as(nobody).pull("waitSeconds=1"), nobody, "mailbox.receive", resource);
    assertRefused(mailbox.as(nobody).get(), nobody, "mailbox.manage", resource);
    assertRefused(mailbox.as(nobody).put(Map.of()), nobody, "mailbox.manage", resource);
    assertRefused(mailbox.as(nobody).delete(true), nobody, "admin", resource);
    assertRefused(mailbox.as(sender).drain(1), sender, "mailbox.receive", resource);
    assertRefused(
        mailbox.as(sender.client().withKey("k")).drain(1), sender, "mailbox.receive", resource);
    assertRefused(
        fixture.mailboxNamed("unknown").as(nobody).drain(1),
        nobody,
        "mailbox.receive",
        "mailboxes/unknown");
  }

  @Test
  void batchIsRecordedOnceForEachMailboxThatIsRefused() {
    RestMailbox mine = fixture.mailbox();
    TestPrincipal sender =
        fixture.principal(fixture.grant("mailbox:submit", "mailboxes/" + mine.name()));
    List<Map<String, Object>> items = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String mailbox = List.of(mine.name(), "hidden", "unknown").get(i % 3);
      items.add(RestMailbox.envelope("m" + i, new byte[1], Map.of("mailbox", mailbox)));
    }

    Reply reply =
        sender
            .client()
            .post("/domains/" + fixture.domain() + "/envelopes", Map.of("items", items))
            .expect(200);

    assertThat(Collections.frequency(reply.json().findValuesAsText("code"), "NOT_FOUND"))
        .isEqualTo(4);
    assertThat(recordsOf(reply))
        .extracting(record -> record.get("resource"))
        .containsExactlyInAnyOrder("mailboxes/hidden", "mailboxes/unknown");
  }

  @Test
  void whatIsForAdministratorsIsRecordedOnceWhenItIsRefused() {
    TestPrincipal manager = fixture.principal(fixture.grant("admin", "*"));
    RestClient client = manager.client();
    Map<String, Object> change =
        Map.of("domain", fixture.domain(), "mailboxPattern", "*", "ttlSeconds", 3_600);

    assertRefused(client.get("/admin/audit"), manager, "audit.read", null);
    assertRefused(
        client.post("/admin/prune", Map.of("maxAgeSeconds", 1)), manager, "tombstone.prune", null);
    assertRefused(
        client.post("/admin/retention-changes", change), manager, "retention-change.preview", null);
    assertRefused(client.post("/admin/check", "{}"), manager, "mailbox.check", null);
    assertRefused(client.post("/admin/check/repair", "{}"), manager, "mailbox.repair", null);
    assertRefused(client.get("/admin/outbox"), manager, "outbox.read", null);
    assertRefused(client.post("/admin/outbox/1/retry", null), manager, "outbox.retry", null);
    assertRefused(client.get("/principals"), manager, "principal.list", null);
    assertRefused(client.put("/domains/" + fixture.domain(), "{}"), manager, "domain.create", null);
  }

  @Test
  void administratorsActsHereAreRecordedOnce() {
    RestMailbox mailbox = fixture.mailbox();
    RestClient keyed = admin.withKey(MailboxFixture.unique("key"));
    Map<String, Object> prune = Map.of("maxAgeSeconds", 31_536_000);

    assertDone(keyed.post("/admin/prune", prune), "tombstone.prune");
    assertThat(recordsOf(keyed.post("/admin/prune", prune).expect(200))).as("a replay").isEmpty();
    assertDone(admin.post("/admin/check", Map.of("domain", fixture.domain())), "mailbox.check");
    assertDone(
        admin.post(
            "/admin/check/repair", Map.of("domain", fixture.domain(), "mailbox", mailbox.name())),
        "mailbox.repair");
    Reply previewed =
        admin.post(
            "/admin/retention-changes", Map.of("mailboxPattern", "none.*", "ttlSeconds", 3_600));
    assertDone(previewed, "retention-change.preview");
    assertDone(
        admin.post(
            "/admin/retention-changes/" + previewed.text("id") + "/apply",
            Map.of("confirmationToken", previewed.text("confirmationToken"))),
        "retention-change.apply");
  }

  private List<JsonNode> records(String query) {
    List<JsonNode> records = new ArrayList<>();
    admin.get("/admin/audit?" + query).expect(200).json().path("records").forEach(records::add);
    return records;
  }

  private static void assertRefused(
      Reply reply, TestPrincipal caller, String action, String resource) {
    assertThat(reply.status()).as(reply.toString()).isIn(403, 404);
    assertThat(recordsOf(reply))
        .as(reply.toString())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record).containsEntry("principal", caller.id());
              assertThat(record).containsEntry("action", action);
              assertThat(record).containsEntry("resource", resource);
              assertThat(record).containsEntry("outcome", reply.code());
            });
  }

  private static void assertDone(Reply reply, String action) {
    assertThat(reply.status()).as(reply.toString()).isBetween(200, 202);
    assertThat(recordsOf(reply))
        .as(reply.toString())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record).containsEntry("action", action);
              assertThat(record).containsEntry("outcome", "DONE");
            });
  }

  private static List<Map<String, Object>> recordsOf(Reply reply) {
    return Rows.select(
        "SELECT * FROM audit_record WHERE request_id = ?",
        reply.header("X-Request-Id").orElseThrow());
  }
}
