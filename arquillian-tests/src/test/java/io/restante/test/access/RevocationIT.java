package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The end of tokens. On the node that is told, it comes with the answer. */
@Isolated("moves the clock")
class RevocationIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void revokedTokenEndsAtOnceAndTheOthersGoOn() {
    TestPrincipal principal = fixture.sender();
    RestClient second =
        RestClient.as(
            fixture
                .admin()
                .post("/principals/" + principal.id() + "/tokens", "{}")
                .expect(201)
                .text("token"));
    principal.client().get("/whoami").expect(200);
    second.get("/whoami").expect(200);

    revoke(principal).expect(204);

    Refusals.require(principal.client().get("/whoami"), 401, "UNAUTHENTICATED");
    second.get("/whoami").expect(200);
  }

  @Test
  void revokingTwiceIsHarmless() {
    TestPrincipal principal = fixture.sender();
    revoke(principal).expect(204);
    String revokedAt = tokens(principal).json().findValue("revokedAt").asText();

    revoke(principal).expect(204);

    assertThat(tokens(principal).json().findValue("revokedAt").asText()).isEqualTo(revokedAt);
  }

  /** A cache that is emptied before the commit would be filled again by one of the others. */
  @Test
  void tokenInConstantUseEndsAtOnce() {
    for (int round = 0; round < 10; round++) {
      TestPrincipal principal = fixture.sender();
      AtomicBoolean over = new AtomicBoolean();
      List<CompletableFuture<Void>> users =
          IntStream.range(0, 4)
              .mapToObj(i -> CompletableFuture.runAsync(() -> use(principal, over)))
              .toList();

      revoke(principal).expect(204);
      Reply after = principal.client().get("/whoami");
      over.set(true);
      users.forEach(CompletableFuture::join);

      Refusals.require(after, 401, "UNAUTHENTICATED");
    }
  }

  private static void use(TestPrincipal principal, AtomicBoolean over) {
    while (!over.get()) {
      assertThat(principal.client().get("/whoami").status()).isIn(200, 401);
    }
  }

  @Test
  void disabledPrincipalIsShutOutAndStaysListed() {
    TestPrincipal principal = fixture.sender();
    RestMailbox mailbox = fixture.mailbox();
    mailbox.as(principal).submit("before").expect(201);

    fixture.admin().delete("/principals/" + principal.id()).expect(204);

    Refusals.require(mailbox.as(principal).submit("after"), 401, "UNAUTHENTICATED");
    assertThat(mailbox.pendingIds()).as("its envelopes stay").containsExactly("before");
    assertThat(fixture.admin().get("/principals/" + principal.id()).text("disabledAt"))
        .isNotEmpty();
    assertThat(fixture.admin().get("/principals").expect(200).json().path("principals"))
        .anySatisfy(p -> assertThat(p.path("principalId").asText()).isEqualTo(principal.id()));
  }

  @Test
  void tokenIssuedToADisabledPrincipalOpensNothing() {
    TestPrincipal principal = fixture.sender();
    fixture.admin().delete("/principals/" + principal.id()).expect(204);

    Reply issued = fixture.admin().post("/principals/" + principal.id() + "/tokens", "{}");

    if (issued.status() == 201) {
      Refusals.require(RestClient.as(issued.text("token")).get("/whoami"), 401, "UNAUTHENTICATED");
    } else {
      Refusals.require(issued, 409, "CONFLICT");
    }
  }

  @Test
  void tokenExpiresAtItsInstant() {
    TestPrincipal principal = fixture.sender();
    Instant expiresAt = TestServer.now().plusSeconds(3600);
    RestClient client =
        RestClient.as(
            fixture
                .admin()
                .post(
                    "/principals/" + principal.id() + "/tokens",
                    Map.of("expiresAt", expiresAt.toString()))
                .expect(201)
                .text("token"));
    client.get("/whoami").expect(200);

    TestServer.moveClockTo(expiresAt.minusSeconds(30));
    client.get("/whoami").expect(200);

    TestServer.moveClockTo(expiresAt);
    Refusals.require(client.get("/whoami"), 401, "UNAUTHENTICATED");
    principal.client().get("/whoami").expect(200);
  }

  @Test
  void expiryInThePastIsRefused() {
    TestPrincipal principal = fixture.sender();

    Refusals.requireInvalid(
        fixture
            .admin()
            .post(
                "/principals/" + principal.id() + "/tokens",
                Map.of("expiresAt", TestServer.now().minusSeconds(1).toString())),
        "expiresAt");
    assertThat(tokens(principal).json().path("tokens")).hasSize(1);
  }

  @Test
  void tokenIsShownOnceAndNeverListed() {
    TestPrincipal principal = fixture.sender();

    assertThat(principal.token()).matches("rst_[A-Za-z0-9_-]{43}");
    assertThat(tokens(principal).expect(200).text()).doesNotContain("rst_");
  }

  private Reply revoke(TestPrincipal principal) {
    return fixture
        .admin()
        .delete("/principals/" + principal.id() + "/tokens/" + principal.tokenId());
  }

  private Reply tokens(TestPrincipal principal) {
    return fixture.admin().get("/principals/" + principal.id() + "/tokens");
  }
}
