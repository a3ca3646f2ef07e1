package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TwoNodes;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** First requests with one key at two nodes at once: only the database stands between them. */
class FirstRequestsOnTwoNodesIT {

  private static final int CALLERS = 32;

  private static OwnServer own;
  private static MailboxFixture fixture;

  @BeforeAll
  static void start() {
    own = TwoNodes.running();
    fixture = MailboxFixture.newDomain(own.admin(0));
  }

  /** The principal with the key, at one node and at the other. */
  private static List<RestClient> atBothNodes(String token, String key) {
    return List.of(
        RestClient.at(own.baseUri(0)).withToken(token).withKey(key),
        RestClient.at(own.baseUri(1)).withToken(token).withKey(key));
  }

  @Test
  void submitIsStoredOnce() {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal sender = fixture.sender();
    String path = mailbox.path() + "/envelopes";

    for (int round = 1; round <= 30; round++) {
      List<RestClient> callers = atBothNodes(sender.token(), "round-" + round);
      Map<String, String> body = Map.of("messageId", "m" + round, "body", "AAAA");

      Reply first = Replays.requireOneEffect(Replays.atOnce(CALLERS, callers, "POST", path, body));

      assertThat(first.status()).isEqualTo(201);
      callers.forEach(caller -> Replays.requireReplay(caller.post(path, body), first));
      assertThat(mailbox.count()).isEqualTo(round);
    }
  }

  @Test
  void principalIsMadeOnce() {
    for (int round = 1; round <= 10; round++) {
      String name = MailboxFixture.unique("two-nodes");
      Map<String, String> body = Map.of("name", name, "kind", "DEVICE");

      Reply first =
          Replays.requireOneEffect(
              Replays.atOnce(
                  CALLERS, atBothNodes(own.adminToken(), name), "POST", "/principals", body));

      assertThat(first.status()).isEqualTo(201);
    }
  }

  @Test
  void differentRequestsUnderOneKeyHaveOneEffect() {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal sender = fixture.sender();
    String path = mailbox.path() + "/envelopes";

    for (int round = 1; round <= 10; round++) {
      List<RestClient> callers = atBothNodes(sender.token(), "mixed-" + round);
      var one =
          callers.get(0).sendAsync("POST", path, Map.of("messageId", "a" + round, "body", ""));
      var two =
          callers.get(1).sendAsync("POST", path, Map.of("messageId", "b" + round, "body", ""));

      // 409 to one that waited as long as it may for the other to end.
      assertThat(List.of(one.join().status(), two.join().status()))
          .containsOnlyOnce(201)
          .isSubsetOf(201, 422, 409);
      assertThat(mailbox.count()).isEqualTo(round);
    }
  }
}
