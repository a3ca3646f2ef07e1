package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.access.ApiCalls;
import io.restante.test.access.ApiDocument;
import io.restante.test.access.Route;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every route of the OpenAPI document that changes something keeps its answer. */
class EveryWriteIT {

  private static MailboxFixture fixture;

  @BeforeAll
  static void makeDomain() {
    fixture = MailboxFixture.newDomain();
  }

  static Stream<Route> writes() {
    return ApiDocument.routes().stream().filter(Route::isWrite);
  }

  /** A receive has its requestId instead. */
  static Stream<Route> keyedWrites() {
    return writes().filter(route -> !route.template().endsWith("/receive"));
  }

  @ParameterizedTest
  @MethodSource("keyedWrites")
  void repeatedWriteGetsTheFirstAnswerAgain(Route route) {
    RestClient caller = fixture.admin().withKey(MailboxFixture.unique("key"));
    Map<String, String> parameters = parameters(route);

    Reply first = ApiCalls.send(caller, route, parameters);
    Reply second = ApiCalls.send(caller, route, parameters);

    assertThat(first.status()).as(first.toString()).isBetween(200, 204);
    Replays.requireFirst(first);
    Replays.requireReplay(second, first);
  }

  @ParameterizedTest
  @MethodSource("writes")
  void keyIsOptional(Route route) {
    Reply reply = ApiCalls.send(fixture.admin(), route, parameters(route));

    assertThat(reply.status()).as(reply.toString()).isBetween(200, 204);
    Replays.requireFirst(reply);
  }

  private static Map<String, String> parameters(Route route) {
    RestMailbox mailbox = ApiCalls.mailboxFor(route, fixture);
    TestPrincipal principal = fixture.sender();
    Map<String, String> parameters =
        new HashMap<>(
            Map.of(
                "domain", fixture.domain(),
                "mailbox", mailbox.name(),
                "principal", principal.id(),
                "token", principal.tokenId(),
                "epoch", "2",
                "sender", fixture.admin().get("/whoami").text("principalId"),
                "messageId",
                    route.template().endsWith("/principals")
                        ? MailboxFixture.unique("n")
                        : "mail"));
    if (route.template().contains("queue") || route.template().endsWith("}/messages")) {
      parameters.putAll(ApiCalls.queueFor(route, fixture));
    }
    return ApiCalls.administrators(fixture, fixture.admin(), parameters);
  }
}
