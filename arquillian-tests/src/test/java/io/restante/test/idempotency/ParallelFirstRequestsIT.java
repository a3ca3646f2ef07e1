package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Rows;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many first requests with one key at once: one runs, the others get its answer. */
class ParallelFirstRequestsIT {

  private static final int CALLERS = 64;

  private final MailboxFixture fixture = MailboxFixture.newDomain();

  @Test
  void submitIsStoredOnce() {
    RestMailbox mailbox = fixture.mailbox();
    RestClient sender = fixture.sender().client();
    String path = mailbox.path() + "/envelopes";

    for (int round = 1; round <= 40; round++) {
      RestClient keyed = sender.withKey("round-" + round);
      Map<String, ?> body =
          RestMailbox.envelope("m" + round, "body".getBytes(StandardCharsets.UTF_8), Map.of());

      Reply first = Replays.requireOneEffect(atOnce(keyed, path, body));

      assertThat(first.status()).isEqualTo(201);
      assertThat(first.json().path("duplicate").asBoolean()).isFalse();
      Replays.requireReplay(keyed.post(path, body), first);
      assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isEqualTo(round);
    }
    assertThat(mailbox.count()).isEqualTo(40);
  }

  @Test
  void batchIsStoredOnce() {
    RestMailbox one = fixture.mailbox();
    RestMailbox two = fixture.mailbox();
    RestClient sender = fixture.sender().client();
    String path = "/domains/" + fixture.domain() + "/envelopes";

    for (int round = 1; round <= 15; round++) {
      String id = "m" + round;
      Map<String, ?> body =
          Map.of(
              "items",
              List.of(
                  Map.of("mailbox", one.name(), "messageId", id, "body", "AAAA"),
                  Map.of("mailbox", two.name(), "messageId", id, "body", "AAAA"),
                  Map.of("mailbox", one.name(), "messageId", id + ".b", "body", "")));

      Reply first = Replays.requireOneEffect(atOnce(sender.withKey(id), path, body));

      assertThat(first.json().path("items"))
          .extracting(item -> item.path("status").asInt())
          .containsExactly(201, 201, 201);
    }
    assertThat(Rows.envelopes(one.domain(), one.name())).isEqualTo(30);
    assertThat(Rows.envelopes(two.domain(), two.name())).isEqualTo(15);
  }

  @Test
  void principalIsMadeOnce() {
    for (int round = 1; round <= 10; round++) {
      String name = MailboxFixture.unique("parallel");
      Map<String, ?> body = Map.of("name", name, "kind", "DEVICE");

      Reply first =
          Replays.requireOneEffect(atOnce(RestClient.admin().withKey(name), "/principals", body));

      assertThat(first.status()).isEqualTo(201);
      assertThat(Rows.count("SELECT count(*) FROM principal WHERE name = ?", name)).isEqualTo(1);
      assertThat(
              Rows.count(
                  "SELECT count(*) FROM audit_record WHERE resource = ?",
                  "principals/" + first.text("principalId")))
          .isEqualTo(1);
    }
  }

  @Test
  void tokenIsIssuedOnce() {
    TestPrincipal principal = fixture.principal();
    String path = "/principals/" + principal.id() + "/tokens";

    for (int round = 1; round <= 5; round++) {
      RestClient keyed = RestClient.admin().withKey("tokens-" + round);

      Reply first = Replays.requireOneEffect(atOnce(keyed, path, Map.of("label", "r" + round)));

      RestClient.as(first.text("token")).get("/whoami").expect(200);
      assertThat(RestClient.admin().get(path).json().path("tokens")).hasSize(1 + round);
    }
  }

  @Test
  void grantsAreReplacedOnce() {
    TestPrincipal principal = fixture.principal();
    RestClient admin = RestClient.admin();
    String path = "/principals/" + principal.id() + "/grants";

    for (int round = 1; round <= 5; round++) {
      String epoch = Integer.toString(1 + round);
      RestClient keyed = admin.withKey("grants-" + round).with("If-Match", "\"" + epoch + "\"");

      Reply first =
          Replays.requireOneEffect(
              Replays.atOnce(CALLERS, List.of(keyed), "PUT", path, Map.of("grants", List.of())));

      assertThat(first.json().path("policyEpoch").asInt()).isEqualTo(2 + round);
    }
  }

  @Test
  void drainTakesOnceAndEveryCallerGetsIt() {
    RestMailbox mailbox = fixture.mailbox();
    RestClient receiver = fixture.receiver().client();
    String path = mailbox.path() + "/drain?limit=3";
    mailbox.submitAll(IntStream.range(0, 15).mapToObj(i -> "m" + i).toList());
    Set<String> taken = new HashSet<>();

    for (int round = 1; round <= 5; round++) {
      Reply first =
          Replays.requireOneEffect(atOnce(receiver.withKey("drain-" + round), path, null));

      for (JsonNode envelope : first.json().path("envelopes")) {
        assertThat(taken.add(envelope.path("messageId").asText())).isTrue();
      }
    }
    assertThat(taken).hasSize(15);
    assertThat(mailbox.count()).isZero();
  }

  private static List<Reply> atOnce(RestClient caller, String path, Object body) {
    return Replays.atOnce(CALLERS, List.of(caller), "POST", path, body);
  }
}
