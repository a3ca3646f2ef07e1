package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What was decided is written down with it: who, what, on which resource, in which request. */
class AuditIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestClient admin = RestClient.admin();
  private final String administrator = admin.get("/whoami").text("principalId");

  @Test
  void actsOnAPrincipalAreRecorded() {
    Reply made =
        admin
            .post("/principals", Map.of("name", MailboxFixture.unique("audited"), "kind", "DEVICE"))
            .expect(201);
    String path = "/principals/" + made.text("principalId");
    Reply issued = admin.post(path + "/tokens", "{}").expect(201);
    Reply granted =
        admin
            .with("If-Match", "\"1\"")
            .put(
                path + "/grants",
                Map.of("grants", List.of(fixture.grant("mailbox:submit", "mailboxes/*"))))
            .expect(200);
    Reply revoked = admin.delete(path + "/tokens/" + issued.text("tokenId")).expect(204);
    Reply disabled = admin.delete(path).expect(204);

    String resource = path.substring(1);
    assertRecorded(made, "principal.create", null, resource);
    assertRecorded(issued, "token.issue", null, resource);
    assertRecorded(granted, "principal.grants", null, resource);
    assertRecorded(revoked, "token.revoke", null, resource);
    assertRecorded(disabled, "principal.disable", null, resource);
  }

  @Test
  void actsOnADomainAndItsMailboxesAreRecorded() {
    String domain = MailboxFixture.unique("audited");
    RestMailbox mailbox = fixture.mailboxNamed(MailboxFixture.unique("audited"));
    Reply domainMade = admin.put("/domains/" + domain, "{}").expect(201);
    Reply made = mailbox.put(Map.of()).expect(201);
    Reply changed = mailbox.put(Map.of("maxPendingCount", 5)).expect(200);
    Reply deleted = mailbox.delete(false).expect(204);
    mailbox.put(Map.of()).expect(201);
    mailbox.submit("m").expect(201);
    Reply forced = mailbox.delete(true).expect(204);

    String resource = "mailboxes/" + mailbox.name();
    assertRecorded(domainMade, "domain.create", domain, null);
    assertRecorded(made, "mailbox.create", fixture.domain(), resource);
    assertRecorded(changed, "mailbox.change", fixture.domain(), resource);
    assertRecorded(deleted, "mailbox.delete", fixture.domain(), resource);
    assertRecorded(forced, "mailbox.delete.force", fixture.domain(), resource);
  }

  @Test
  void conflictOfIdentitiesIsRecordedWithItsSender() {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal sender = fixture.sender();
    mailbox.as(sender).submit("m", "one".getBytes(StandardCharsets.UTF_8)).expect(201);

    Reply conflict = mailbox.as(sender).submit("m", "two".getBytes(StandardCharsets.UTF_8));

    Refusals.require(conflict, 409, "MESSAGE_ID_CONFLICT");
    assertThat(recordsOf(conflict))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row).containsEntry("principal", sender.id());
              assertThat(row).containsEntry("outcome", "MESSAGE_ID_CONFLICT");
              assertThat(row).containsEntry("domain", fixture.domain());
              assertThat(row).containsEntry("resource", "mailboxes/" + mailbox.name());
            });
  }

  @Test
  void whatWasRefusedWasNotDoneAndIsNotRecordedAsDone() {
    TestPrincipal nobody = fixture.principal();
    RestMailbox mailbox = fixture.mailbox();
    mailbox.submit("m").expect(201);

    for (Reply refused :
        List.of(
            nobody.client().delete("/principals/" + nobody.id()),
            nobody.client().put("/domains/" + MailboxFixture.unique("d"), "{}"),
            admin
                .with("If-Match", "\"99\"")
                .put("/principals/" + nobody.id() + "/grants", Map.of("grants", List.of())),
            mailbox.put(Map.of("retention", "UNTIL_FINALIZED")),
            mailbox.delete(false))) {
      assertThat(refused.status()).as(refused.toString()).isIn(403, 409);
      assertThat(recordsOf(refused)).noneMatch(row -> row.get("outcome").equals("DONE"));
    }
  }

  @Test
  void replayedActIsRecordedOnce() {
    String name = MailboxFixture.unique("once");
    RestClient keyed = admin.withKey(name);
    Map<String, String> request = Map.of("name", name, "kind", "DEVICE");
    Reply first = keyed.post("/principals", request).expect(201);
    Reply replayed = keyed.post("/principals", request).expect(201);

    assertThat(
            Rows.count(
                "SELECT count(*) FROM audit_record WHERE resource = ?",
                "principals/" + first.text("principalId")))
        .isEqualTo(1);
    assertThat(recordsOf(replayed)).isEmpty();
  }

  @Test
  void recordsHoldNeitherNamesNorTokens() {
    String name = MailboxFixture.unique("secretive");
    Reply made = admin.post("/principals", Map.of("name", name, "kind", "DEVICE")).expect(201);
    Reply issued =
        admin
            .post("/principals/" + made.text("principalId") + "/tokens", Map.of("label", name))
            .expect(201);

    assertThat(recordsOf(made).toString() + recordsOf(issued))
        .doesNotContain(name)
        .doesNotContain(issued.text("token"));
  }

  private void assertRecorded(Reply reply, String action, String domain, String resource) {
    assertThat(recordsOf(reply))
        .as(reply.toString())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row).containsEntry("action", action);
              assertThat(row).containsEntry("principal", administrator);
              assertThat(row).containsEntry("outcome", "DONE");
              assertThat(row).containsEntry("domain", domain);
              assertThat(row).containsEntry("resource", resource);
            });
  }

  private static List<Map<String, Object>> recordsOf(Reply reply) {
    return Rows.select(
        "SELECT * FROM audit_record WHERE request_id = ?",
        reply.header("X-Request-Id").orElseThrow());
  }
}
