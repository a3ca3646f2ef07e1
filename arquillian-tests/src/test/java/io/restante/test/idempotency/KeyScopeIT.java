package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What makes two requests with one key the same request. */
class KeyScopeIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();
  private final RestClient caller = fixture.admin().withKey("one-key");
  private final String submits = mailbox.path() + "/envelopes";

  private static Map<String, ?> envelope(String messageId, String body) {
    return Map.of("messageId", messageId, "body", body);
  }

  @Test
  void twoPrincipalsWithOneKeyNeverMeet() {
    TestPrincipal anna = fixture.sender();
    TestPrincipal bert = fixture.sender();

    Reply annas = anna.client().withKey("k").post(submits, envelope("m", "AAAA")).expect(201);
    Reply berts = bert.client().withKey("k").post(submits, envelope("m", "BBBB")).expect(201);

    Replays.requireFirst(annas);
    Replays.requireFirst(berts);
    assertThat(mailbox.pullAll(10))
        .extracting(envelope -> envelope.path("sender").asText())
        .containsExactly(anna.id(), bert.id());
    Replays.requireReplay(anna.client().withKey("k").post(submits, envelope("m", "AAAA")), annas);
  }

  @Test
  void twoTokensOfOnePrincipalShareTheirKeys() {
    TestPrincipal anna = fixture.sender();
    String second =
        fixture
            .admin()
            .post("/principals/" + anna.id() + "/tokens", "{}")
            .expect(201)
            .text("token");

    Reply first = anna.client().withKey("k").post(submits, envelope("m", "")).expect(201);

    Replays.requireReplay(
        RestClient.as(second).withKey("k").post(submits, envelope("m", "")), first);
  }

  @Test
  void twoRoutesWithOneKeyNeverMeet() {
    String domain = MailboxFixture.unique("route");
    Replays.requireFirst(caller.post(submits, envelope("m", "")).expect(201));
    Replays.requireFirst(caller.put("/domains/" + domain, "{}").expect(201));
    Replays.requireFirst(caller.put(mailbox.path(), Map.of("maxPendingCount", 9)).expect(200));
    Replays.requireFirst(
        caller.post(
            mailbox.path() + "/acknowledgements",
            Map.of("items", List.of(Map.of("sender", "s", "messageId", "m")))));
    Replays.requireFirst(caller.send("POST", mailbox.path() + "/drain", null).expect(200));
    Replays.requireFirst(caller.delete(mailbox.path()).expect(204));
  }

  @Test
  void twoDomainsWithOneKeyNeverMeet() {
    MailboxFixture other = MailboxFixture.newDomain();
    String sameName = other.mailboxNamed(mailbox.name()).path();
    caller.put(sameName, "{}").expect(201);

    caller.post(submits, envelope("m", "")).expect(201);
    Replays.requireFirst(caller.post(sameName + "/envelopes", envelope("m", "")).expect(201));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"messageId\":\"m\",\"body\":\"BBBB\"}",
        "{\"messageId\":\"n\",\"body\":\"AAAA\"}",
        "{\"messageId\":\"m\",\"body\":\"AAAA\",\"ttlSeconds\":61}",
        "{\"messageId\":\"m\",\"body\":\"AAAA\",\"contentType\":\"text/plain\"}",
        "{\"messageId\":\"m\",\"body\":\"\"}"
      })
  void anotherRequestUnderTheKeyIsRefusedAndStoresNothing(String other) {
    Reply first = caller.post(submits, envelope("m", "AAAA")).expect(201);
    Map<String, Object> before = Rows.mailbox(mailbox.domain(), mailbox.name());

    Refusals.require(caller.post(submits, other), 422, "IDEMPOTENCY_KEY_REUSED");

    assertThat(Rows.mailbox(mailbox.domain(), mailbox.name())).isEqualTo(before);
    assertThat(mailbox.pendingIds()).containsExactly("m");
    Replays.requireReplay(caller.post(submits, envelope("m", "AAAA")), first);
  }

  @Test
  void anotherPathUnderTheKeyIsAnotherRequest() {
    RestMailbox second = fixture.mailbox();
    caller.post(submits, envelope("m", "")).expect(201);

    Refusals.require(
        caller.post(second.path() + "/envelopes", envelope("m", "")),
        422,
        "IDEMPOTENCY_KEY_REUSED");
    assertThat(second.count()).isZero();
  }

  @Test
  void anotherQueryOrPreconditionUnderTheKeyIsAnotherRequest() {
    mailbox.submitAll(List.of("a", "b", "c"));
    caller.send("POST", mailbox.path() + "/drain?limit=1", null).expect(200);
    Refusals.require(
        caller.send("POST", mailbox.path() + "/drain?limit=2", null),
        422,
        "IDEMPOTENCY_KEY_REUSED");
    assertThat(mailbox.pendingIds()).containsExactly("b", "c");

    String grants = "/principals/" + fixture.principal().id() + "/grants";
    caller.with("If-Match", "\"2\"").put(grants, "{\"grants\":[]}").expect(200);
    Refusals.require(
        caller.with("If-Match", "\"3\"").put(grants, "{\"grants\":[]}"),
        422,
        "IDEMPOTENCY_KEY_REUSED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"ttlSeconds\":600,\"body\":\"AAAA\",\"messageId\":\"m\"}",
        " {\n\t\"body\" : \"AAAA\" ,\r\n \"messageId\" : \"m\" , \"ttlSeconds\" : 600 } \n",
        "{\"messageId\":\"\\u006d\",\"body\":\"AAA\\u0041\",\"ttlSeconds\":600}"
      })
  void sameRequestInOtherOrderAndSpacingIsReplayed(String rewritten) {
    Reply first =
        caller
            .post(submits, "{\"messageId\":\"m\",\"body\":\"AAAA\",\"ttlSeconds\":600}")
            .expect(201);

    Replays.requireReplay(caller.post(submits, rewritten), first);
    assertThat(mailbox.count()).isEqualTo(1);
  }

  @Test
  void orderOfItemsIsPartOfTheRequest() {
    String path = "/domains/" + fixture.domain() + "/envelopes";
    Map<String, String> one = Map.of("mailbox", mailbox.name(), "messageId", "1", "body", "");
    Map<String, String> two = Map.of("mailbox", mailbox.name(), "messageId", "2", "body", "");

    caller.post(path, Map.of("items", List.of(one, two))).expect(200);
    Refusals.require(
        caller.post(path, Map.of("items", List.of(two, one))), 422, "IDEMPOTENCY_KEY_REUSED");
  }

  @Test
  void keysThatDifferByCaseAreTwo() {
    RestClient admin = fixture.admin();
    admin.withKey("key").post(submits, envelope("1", "")).expect(201);
    Replays.requireFirst(admin.withKey("KEY").post(submits, envelope("2", "")).expect(201));
  }
}
