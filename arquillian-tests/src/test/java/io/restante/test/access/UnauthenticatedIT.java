package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every route without a token, or with one that is none, is nobody's or is over. */
class UnauthenticatedIT {

  private static final String UNKNOWN = "rst_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

  private static Map<String, RestClient> callers;
  private static Map<String, String> parameters;
  private static RestMailbox mailbox;

  @BeforeAll
  static void makeCallers() {
    MailboxFixture fixture = MailboxFixture.newDomain();
    mailbox = fixture.mailbox();
    mailbox.submit("kept").expect(201);
    TestPrincipal victim = fixture.sender();
    parameters =
        Map.of(
            "domain",
            fixture.domain(),
            "mailbox",
            mailbox.name(),
            "principal",
            victim.id(),
            "epoch",
            "2",
            "token",
            victim.tokenId(),
            "sender",
            RestClient.admin().get("/whoami").text("principalId"),
            "messageId",
            "kept",
            "change",
            "none",
            "event",
            "1",
            "scope",
            "orders");
    String token = victim.token();
    callers = new LinkedHashMap<>();
    callers.put("no token", RestClient.anonymous());
    callers.put("an empty header", RestClient.anonymous().with("Authorization", ""));
    callers.put("only the scheme", RestClient.anonymous().with("Authorization", "Bearer"));
    callers.put("another scheme", RestClient.anonymous().with("Authorization", "Basic " + token));
    callers.put("no scheme", RestClient.anonymous().with("Authorization", token));
    callers.put("not a token", RestClient.as("letmein"));
    callers.put("two tokens", RestClient.as(token + " " + token));
    callers.put("a token cut short", RestClient.as(token.substring(0, token.length() - 1)));
    callers.put(
        "a token in upper case",
        RestClient.as("rst_" + token.substring(4).toUpperCase(Locale.ROOT)));
    callers.put("an unknown token", RestClient.as(UNKNOWN));
    callers.put("the id of a token", RestClient.as("rst_" + victim.tokenId()));
    callers.put("a revoked token", revoked(fixture));
    callers.put("a token of a disabled principal", disabled(fixture));
    callers.put("an expired token", expired(fixture));
  }

  private static RestClient revoked(MailboxFixture fixture) {
    TestPrincipal principal = administrator(fixture);
    fixture
        .admin()
        .delete("/principals/" + principal.id() + "/tokens/" + principal.tokenId())
        .expect(204);
    return principal.client();
  }

  private static RestClient disabled(MailboxFixture fixture) {
    TestPrincipal principal = administrator(fixture);
    fixture.admin().delete("/principals/" + principal.id()).expect(204);
    return principal.client();
  }

  private static RestClient expired(MailboxFixture fixture) {
    Reply issued =
        fixture
            .admin()
            .post(
                "/principals/" + administrator(fixture).id() + "/tokens",
                Map.of("expiresAt", TestServer.now().plusSeconds(15).toString()))
            .expect(201);
    RestClient client = RestClient.as(issued.text("token"));
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> client.get("/whoami").status() == 401);
    return client;
  }

  private static TestPrincipal administrator(MailboxFixture fixture) {
    return fixture.principal(new MailboxFixture.Grant("*", "admin", "*"));
  }

  static Stream<Route> routes() {
    return ApiDocument.routes().stream().filter(Route::isOfApi);
  }

  static Stream<Route> reads() {
    return routes().filter(route -> !route.isWrite());
  }

  @Test
  void everyRouteOfTheDocumentIsTried() {
    assertThat(ApiCalls.routes()).containsExactlyElementsOf(routes().toList());
  }

  @ParameterizedTest
  @MethodSource("routes")
  void noRouteServesWithoutAValidToken(Route route) {
    String expected = null;
    for (Map.Entry<String, RestClient> caller : callers.entrySet()) {
      Reply reply = ApiCalls.send(caller.getValue(), route, parameters);

      assertThat(reply.status()).as(caller.getKey() + ": " + reply).isEqualTo(401);
      Refusals.require(reply, 401, "UNAUTHENTICATED");
      assertThat(reply.header("WWW-Authenticate"))
          .hasValueSatisfying(challenge -> assertThat(challenge).startsWith("Bearer"));
      if (expected == null) {
        expected = Refusals.withoutRequestId(reply);
      }
      assertThat(Refusals.withoutRequestId(reply)).as(caller.getKey()).isEqualTo(expected);
    }
    assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("reads")
  void headIsRefusedLikeGet(Route route) {
    Reply reply =
        RestClient.anonymous().send("HEAD", route.path(ApiCalls.withDefaults(parameters)), null);

    assertThat(reply.status()).isEqualTo(401);
  }

  @Test
  void healthAsksForNoToken() {
    RestClient health = RestClient.at(URI.create(TestServer.rootUri() + "health"));

    health.get("/live").expect(200);
    health.get("/ready").expect(200);
  }

  @Test
  void nameOfTheSchemeIsReadInAnyCase() {
    RestClient.anonymous()
        .with("Authorization", "bEARER " + TestServer.adminToken())
        .get("/whoami")
        .expect(200);
  }
}
