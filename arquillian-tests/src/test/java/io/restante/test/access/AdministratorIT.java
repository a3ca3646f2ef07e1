package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is for administrators of the whole instance only. */
class AdministratorIT {

  private static MailboxFixture fixture;
  private static List<TestPrincipal> others;

  @BeforeAll
  static void makeCallers() {
    fixture = MailboxFixture.newDomain();
    others =
        List.of(
            fixture.principal(),
            fixture.principal(
                new MailboxFixture.Grant("*", "mailbox:manage", "*"),
                new MailboxFixture.Grant("*", "mailbox:receive", "*"),
                new MailboxFixture.Grant("*", "mailbox:submit", "*")),
            fixture.principal(fixture.grant("admin", "*")),
            fixture.principal(new MailboxFixture.Grant("*", "admin", "mailboxes/a.*")));
  }

  static Stream<Route> routes() {
    return ApiDocument.routes().stream()
        .filter(Route::isOfApi)
        .filter(route -> ApiCalls.capability(route).equals(ApiCalls.ADMINISTRATOR));
  }

  private static Map<String, String> parametersOf(TestPrincipal target) {
    return Map.of(
        "domain", MailboxFixture.unique("new"),
        "principal", target.id(),
        "token", target.tokenId(),
        "epoch", "2",
        "messageId", MailboxFixture.unique("name"));
  }

  @ParameterizedTest
  @MethodSource("routes")
  void routeIsForbiddenToEverybodyElseAndChangesNothing(Route route) {
    TestPrincipal target = fixture.principal(fixture.grant("mailbox:submit", "mailboxes/x"));
    Map<String, String> known =
        ApiCalls.administrators(fixture, fixture.admin(), parametersOf(target));
    Map<String, String> unknown =
        Map.of(
            "principal", "nobody", "token", "none", "domain", "d", "change", "none", "event", "1");

    for (TestPrincipal caller : others) {
      Reply reply = ApiCalls.send(caller.client(), route, known);
      Refusals.require(reply, 403, "FORBIDDEN");
      assertThat(Refusals.withoutRequestId(ApiCalls.send(caller.client(), route, unknown)))
          .as("an unknown target looks the same")
          .isEqualTo(Refusals.withoutRequestId(reply));
    }

    assertThat(Rows.count("SELECT count(*) FROM domain WHERE name = ?", known.get("domain")))
        .isZero();
    assertThat(Rows.count("SELECT count(*) FROM principal WHERE name = ?", known.get("messageId")))
        .isZero();
    assertThat(target.client().get("/whoami").expect(200).json().path("policyEpoch").asInt())
        .isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void routeServesAnAdministrator(Route route) {
    TestPrincipal administrator = fixture.principal(new MailboxFixture.Grant("*", "admin", "*"));
    TestPrincipal target = fixture.principal(fixture.grant("mailbox:submit", "mailboxes/x"));

    Reply reply =
        ApiCalls.send(
            administrator.client(),
            route,
            ApiCalls.administrators(fixture, administrator.client(), parametersOf(target)));

    assertThat(reply.status()).as(reply.toString()).isBetween(200, 204);
  }

  @Test
  void forcedDeletionNeedsAdminOfTheDomain() {
    RestMailbox mailbox = fixture.mailbox();
    mailbox.submit("kept").expect(201);
    TestPrincipal manager = fixture.principal(fixture.grant("mailbox:manage", "mailboxes/*"));

    Refusals.require(mailbox.as(manager).delete(true), 403, "FORBIDDEN");
    Refusals.require(mailbox.as(manager).delete(false), 409, "CONFLICT");
    assertThat(mailbox.count()).isEqualTo(1);

    mailbox.as(fixture.principal(fixture.grant("admin", "*"))).delete(true).expect(204);
    Refusals.require(mailbox.get(), 404, "NOT_FOUND");
  }

  @Test
  void principalSeesItselfButNoOther() {
    TestPrincipal self = fixture.sender();
    String path = "/principals/" + self.id();

    assertThat(self.client().get(path).expect(200).text("principalId")).isEqualTo(self.id());
    assertThat(self.client().get(path + "/grants").expect(200).json().path("grants")).hasSize(1);
    Refusals.require(self.client().get(path + "/tokens"), 403, "FORBIDDEN");
    Refusals.require(self.client().get("/principals/" + fixture.sender().id()), 403, "FORBIDDEN");
  }

  @Test
  void unknownPrincipalIsNotFoundByAnAdministrator() {
    for (String path : List.of("", "/grants", "/tokens")) {
      Refusals.require(fixture.admin().get("/principals/nobody" + path), 404, "NOT_FOUND");
    }
    Refusals.require(fixture.admin().delete("/principals/nobody"), 404, "NOT_FOUND");
    Refusals.require(fixture.admin().post("/principals/nobody/tokens", "{}"), 404, "NOT_FOUND");
    Refusals.require(
        fixture.admin().delete("/principals/" + fixture.sender().id() + "/tokens/none"),
        404,
        "NOT_FOUND");
  }

  @Test
  void tokenOfOnePrincipalCannotBeRevokedThroughAnother() {
    TestPrincipal owner = fixture.sender();
    TestPrincipal other = fixture.sender();

    Refusals.require(
        fixture.admin().delete("/principals/" + other.id() + "/tokens/" + owner.tokenId()),
        404,
        "NOT_FOUND");
    owner.client().get("/whoami").expect(200);
  }
}
