package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The routes of a mailbox, with the grant that they need and with every other. */
class GrantedRoutesIT {

  private static final String[] CAPABILITIES = {
    "mailbox:submit", "mailbox:receive", "mailbox:manage"
  };
  private static final String UNKNOWN = "nobody.has.this";

  private static MailboxFixture own;
  private static MailboxFixture foreign;
  private static String administrator;

  @BeforeAll
  static void makeDomains() {
    own = MailboxFixture.newDomain();
    foreign = MailboxFixture.newDomain();
    administrator = RestClient.admin().get("/whoami").text("principalId");
  }

  static Stream<Route> routes() {
    return ApiDocument.routes().stream().filter(Route::isOfMailbox);
  }

  private static RestMailbox mailboxWithMail(MailboxFixture fixture) {
    RestMailbox mailbox = fixture.mailbox();
    mailbox.submit("mail").expect(201);
    return mailbox;
  }

  private static Map<String, String> at(String domain, String mailbox) {
    return Map.of(
        "domain", domain, "mailbox", mailbox, "sender", administrator, "messageId", "mail");
  }

  private static Map<String, String> at(RestMailbox mailbox) {
    return at(mailbox.domain(), mailbox.name());
  }

  @ParameterizedTest
  @MethodSource("routes")
  void grantOnTheMailboxSuffices(Route route) {
    RestMailbox mailbox = ApiCalls.mailboxFor(route, own);
    TestPrincipal caller =
        own.principal(own.grant(ApiCalls.capability(route), "mailboxes/" + mailbox.name()));

    Reply reply = ApiCalls.send(caller.client(), route, at(mailbox));

    assertThat(reply.status()).as(reply.toString()).isBetween(200, 204);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void mailboxWithoutAnyGrantDoesNotExist(Route route) {
    RestMailbox mailbox = mailboxWithMail(own);
    TestPrincipal caller = own.principal(own.grant(ApiCalls.capability(route), "mailboxes/other"));

    Reply foreignMailbox = ApiCalls.send(caller.client(), route, at(mailbox));
    Reply unknownMailbox = ApiCalls.send(caller.client(), route, at(own.domain(), UNKNOWN));
    Reply unknownDomain = ApiCalls.send(caller.client(), route, at("no.such.domain", UNKNOWN));

    Refusals.require(foreignMailbox, 404, "NOT_FOUND");
    Refusals.require(unknownMailbox, 404, "NOT_FOUND");
    assertThat(Refusals.withoutRequestId(unknownMailbox))
        .isEqualTo(Refusals.withoutRequestId(foreignMailbox));
    assertThat(Refusals.withoutRequestId(unknownDomain))
        .isEqualTo(Refusals.withoutRequestId(foreignMailbox));
    assertUntouched(mailbox);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void mailboxOfAnotherDomainDoesNotExist(Route route) {
    RestMailbox mailbox = mailboxWithMail(foreign);
    TestPrincipal caller = own.principal(own.grant("admin", "*"));

    Reply foreignDomain = ApiCalls.send(caller.client(), route, at(mailbox));
    Reply unknownDomain = ApiCalls.send(caller.client(), route, at("no.such.domain", "x"));

    Refusals.require(foreignDomain, 404, "NOT_FOUND");
    assertThat(Refusals.withoutRequestId(unknownDomain))
        .isEqualTo(Refusals.withoutRequestId(foreignDomain));
    assertUntouched(mailbox);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void otherCapabilitiesOnTheMailboxAreForbiddenThis(Route route) {
    RestMailbox mailbox = mailboxWithMail(own);
    TestPrincipal caller =
        own.principal(
            Stream.of(CAPABILITIES)
                .filter(capability -> !capability.equals(ApiCalls.capability(route)))
                .map(capability -> own.grant(capability, "mailboxes/*"))
                .toArray(MailboxFixture.Grant[]::new));

    Reply present = ApiCalls.send(caller.client(), route, at(mailbox));
    Reply absent = ApiCalls.send(caller.client(), route, at(own.domain(), UNKNOWN));

    Refusals.require(present, 403, "FORBIDDEN");
    Refusals.require(absent, 403, "FORBIDDEN");
    assertThat(Refusals.withoutRequestId(absent)).isEqualTo(Refusals.withoutRequestId(present));
    assertUntouched(mailbox);
  }

  @ParameterizedTest
  @MethodSource("routes")
  void administratorOfTheDomainMayDoAllInIt(Route route) {
    RestMailbox mailbox = ApiCalls.mailboxFor(route, own);
    TestPrincipal caller = own.principal(own.grant("admin", "*"));

    Reply reply = ApiCalls.send(caller.client(), route, at(mailbox));

    assertThat(reply.status()).as(reply.toString()).isBetween(200, 204);
  }

  private static void assertUntouched(RestMailbox mailbox) {
    assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isEqualTo(1);
    assertThat(Rows.mailbox(mailbox.domain(), mailbox.name()))
        .containsEntry("pending_count", 1L)
        .containsEntry("next_sequence", 2L)
        .containsEntry("max_pending_count", 1000L);
  }
}
