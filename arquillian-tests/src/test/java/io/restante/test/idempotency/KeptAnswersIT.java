package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Decisions are kept; refusals that a repair can lift are not. */
class KeptAnswersIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();
  private final RestClient caller = fixture.admin().withKey("kept");
  private final String submits = mailbox.path() + "/envelopes";

  private static Map<String, ?> envelope(String messageId, String body) {
    return Map.of("messageId", messageId, "body", body);
  }

  private void assertAccepted(Reply reply) {
    Replays.requireFirst(reply.expect(201));
    assertThat(reply.json().path("duplicate").asBoolean()).isFalse();
  }

  @Test
  void malformedRequestIsForgottenAndAnotherMaySucceed() {
    Refusals.requireInvalid(caller.post(submits, envelope("m", "A")), "body");
    Refusals.requireInvalid(caller.post(submits, envelope("m 1", "")), "messageId");

    assertAccepted(caller.post(submits, envelope("m", "")));
  }

  @Test
  void missingMailboxIsForgotten() {
    RestMailbox later = fixture.mailboxNamed("later");
    Refusals.require(caller.post(later.path() + "/envelopes", envelope("m", "")), 404, "NOT_FOUND");

    later.put(Map.of()).expect(201);

    assertAccepted(caller.post(later.path() + "/envelopes", envelope("m", "")));
  }

  @Test
  void missingGrantIsForgotten() {
    TestPrincipal sender = fixture.principal(fixture.grant("mailbox:receive", "mailboxes/*"));
    RestClient keyed = sender.client().withKey("kept");
    Refusals.require(keyed.post(submits, envelope("m", "")), 403, "FORBIDDEN");

    fixture
        .admin()
        .with("If-Match", "\"2\"")
        .put(
            "/principals/" + sender.id() + "/grants",
            Map.of("grants", List.of(fixture.grant("mailbox:submit", "mailboxes/*"))))
        .expect(200);

    assertAccepted(keyed.post(submits, envelope("m", "")));
  }

  @Test
  void fullMailboxIsForgotten() {
    mailbox.put(Map.of("maxPendingCount", 1)).expect(200);
    mailbox.submit("first").expect(201);
    Reply full = caller.post(submits, envelope("second", ""));
    Refusals.require(full, 429, "MAILBOX_FULL");
    assertThat(full.header("Retry-After")).isPresent();

    mailbox.drain(1).expect(200);

    assertAccepted(caller.post(submits, envelope("second", "")));
  }

  @Test
  void envelopeThatWasTooLargeIsForgotten() {
    mailbox.put(Map.of("maxEnvelopeBytes", 2)).expect(200);
    Refusals.require(caller.post(submits, envelope("m", "AAAA")), 413, "ENVELOPE_TOO_LARGE");

    mailbox.put(Map.of("maxEnvelopeBytes", 3)).expect(200);

    assertAccepted(caller.post(submits, envelope("m", "AAAA")));
  }

  @Test
  void conflictOfIdentitiesIsKept() {
    mailbox.submit("m", new byte[] {1}).expect(201);
    Reply conflict = caller.post(submits, envelope("m", "AAAA"));
    Refusals.require(conflict, 409, "MESSAGE_ID_CONFLICT");

    // Without the key the identity would now be free: the decision stands all the same.
    mailbox.delete(true).expect(204);
    mailbox.put(Map.of()).expect(201);

    Replays.requireReplay(caller.post(submits, envelope("m", "AAAA")), conflict);
    assertThat(mailbox.count()).isZero();
    assertAccepted(fixture.admin().post(submits, envelope("m", "AAAA")));
  }

  @Test
  void conflictOfStatesIsKept() {
    mailbox.submit("m").expect(201);
    Reply conflict = caller.delete(mailbox.path());
    Refusals.require(conflict, 409, "CONFLICT");

    mailbox.drain(1).expect(200);

    Replays.requireReplay(caller.delete(mailbox.path()), conflict);
    mailbox.get().expect(200);
  }

  @Test
  void conflictOfRevisionsIsKept() {
    String path = "/principals/" + fixture.principal().id() + "/grants";
    RestClient stale = caller.with("If-Match", "\"3\"");
    Reply conflict = stale.put(path, "{\"grants\":[]}");
    Refusals.require(conflict, 409, "REVISION_CONFLICT");

    fixture.admin().with("If-Match", "\"2\"").put(path, "{\"grants\":[]}").expect(200);

    Replays.requireReplay(stale.put(path, "{\"grants\":[]}"), conflict);
  }

  @Test
  void duplicateIsKeptAsSuch() {
    Reply first = mailbox.submit("m").expect(201);
    Reply duplicate = caller.post(submits, envelope("m", "bQ==")).expect(200);
    assertThat(duplicate.text("acceptedAt")).isEqualTo(first.text("acceptedAt"));

    Replays.requireReplay(caller.post(submits, envelope("m", "bQ==")), duplicate);
  }

  @Test
  void batchWithAnItemThatMaySucceedLaterIsDecidedAgain() {
    mailbox.put(Map.of("maxPendingCount", 1)).expect(200);
    String path = "/domains/" + fixture.domain() + "/envelopes";
    Map<String, ?> batch =
        Map.of(
            "items",
            List.of(
                Map.of("mailbox", mailbox.name(), "messageId", "1", "body", ""),
                Map.of("mailbox", mailbox.name(), "messageId", "2", "body", "")));
    assertThat(statuses(caller.post(path, batch))).containsExactly(201, 429);

    mailbox.put(Map.of("maxPendingCount", 2)).expect(200);

    Reply again = Replays.requireFirst(caller.post(path, batch));
    assertThat(statuses(again)).containsExactly(200, 201);
    Replays.requireReplay(caller.post(path, batch), again);
    assertThat(mailbox.pendingIds()).containsExactly("1", "2");
  }

  @Test
  void refusedRequestLeavesNoRecord() {
    long before = Rows.count("SELECT count(*) FROM idempotency_record");

    caller.post(submits, envelope("m", "A")).expect(400);
    caller.post(mailbox.path() + ".no/envelopes", envelope("m", "")).expect(404);
    caller.post("/principals", Map.of("name", "a b", "kind", "DEVICE")).expect(400);

    assertThat(Rows.count("SELECT count(*) FROM idempotency_record")).isLessThanOrEqualTo(before);
  }

  private static List<Integer> statuses(Reply reply) {
    List<Integer> statuses = new ArrayList<>();
    reply.expect(200).json().path("items").forEach(i -> statuses.add(i.path("status").asInt()));
    return statuses;
  }
}
