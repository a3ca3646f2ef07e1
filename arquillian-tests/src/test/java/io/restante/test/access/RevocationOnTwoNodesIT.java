package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TwoNodes;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * One node is told; the other remembers what it looked up, but not for longer than 5 s, and its
 * caller's machine may be busy.
 */
class RevocationOnTwoNodesIT {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static OwnServer own;
  private static MailboxFixture fixture;

  @BeforeAll
  static void start() {
    own = TwoNodes.running();
    fixture = MailboxFixture.newDomain(own.admin(0));
  }

  private static RestClient onOtherNode(TestPrincipal principal) {
    RestClient client = RestClient.at(own.baseUri(1)).withToken(principal.token());
    client.get("/whoami").expect(200);
    return client;
  }

  private static void awaitStatus(RestClient client, String path, int status) {
    Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(() -> assertThat(client.get(path).status()).isEqualTo(status));
  }

  @Test
  void revokedTokenEndsOnTheOtherNodeWithinFiveSeconds() {
    TestPrincipal principal = fixture.receiver();
    RestClient client = onOtherNode(principal);

    own.admin(0)
        .delete("/principals/" + principal.id() + "/tokens/" + principal.tokenId())
        .expect(204);

    assertThat(principal.client().get("/whoami").status()).isEqualTo(401);
    awaitStatus(client, "/whoami", 401);
  }

  @Test
  void disabledPrincipalIsShutOutOfTheOtherNodeWithinFiveSeconds() {
    TestPrincipal principal = fixture.receiver();
    RestClient client = onOtherNode(principal);

    own.admin(0).delete("/principals/" + principal.id()).expect(204);

    awaitStatus(client, "/whoami", 401);
  }

  @Test
  void withdrawnGrantEndsOnTheOtherNodeWithinFiveSeconds() {
    TestPrincipal principal = fixture.receiver();
    RestClient client = onOtherNode(principal);
    String path = fixture.mailbox().path() + "/envelopes";
    client.get(path).expect(200);

    Reply withdrawn =
        own.admin(0)
            .with("If-Match", "\"2\"")
            .put("/principals/" + principal.id() + "/grants", Map.of("grants", List.of()));

    withdrawn.expect(200);
    awaitStatus(client, path, 404);
  }
}
