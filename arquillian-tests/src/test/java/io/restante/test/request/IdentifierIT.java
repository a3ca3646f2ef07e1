package io.restante.test.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Identifiers that databases like to merge: they are distinct here, or refused. */
class IdentifierIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();

  @Test
  void messageIdsThatDifferByCaseAreDistinct() {
    RestMailbox mailbox = fixture.mailbox();
    List<String> ids = List.of("abc", "ABC", "Abc", "abc.", "abc-", "abc_", "abc~", "a:b", "a@b");

    mailbox.submitAll(ids);

    assertThat(mailbox.pendingIds()).containsExactlyElementsOf(ids);
    assertThat(mailbox.acknowledge(fixture.admin().get("/whoami").text("principalId"), "ABC"))
        .containsExactly("COMMITTED");
    assertThat(mailbox.pendingIds()).doesNotContain("ABC").contains("abc", "Abc");
  }

  @Test
  void mailboxesThatDifferByCaseAreDistinct() {
    RestMailbox lower = fixture.mailboxNamed("anna");
    RestMailbox upper = fixture.mailboxNamed("Anna");
    lower.put(Map.of("maxPendingCount", 1)).expect(201);
    Refusals.require(upper.get(), 404, "NOT_FOUND");
    upper.put(Map.of("maxPendingCount", 2)).expect(201);
    lower.submit("to-lower").expect(201);

    assertThat(upper.count()).isZero();
    assertThat(lower.pendingIds()).containsExactly("to-lower");
    TestPrincipal receiver = fixture.principal(fixture.grant("mailbox:receive", "mailboxes/anna"));
    Refusals.require(upper.as(receiver).pull(""), 404, "NOT_FOUND");
    lower.as(receiver).pull("").expect(200);
  }

  @Test
  void domainsThatDifferByCaseAreDistinct() {
    String lower = MailboxFixture.unique("anna");
    String upper = lower.toUpperCase(Locale.ROOT);
    fixture.admin().put("/domains/" + lower, "{}").expect(201);
    fixture.admin().put("/domains/" + upper, "{}").expect(201);

    fixture.admin().put("/domains/" + lower + "/mailboxes/m", "{}").expect(201);

    Refusals.require(fixture.admin().get("/domains/" + upper + "/mailboxes/m"), 404, "NOT_FOUND");
  }

  @Test
  void everyCharacterOfTheGrammarIsTakenInBodyAndPath() {
    String name = "AZaz09._-:@+~";
    RestMailbox mailbox = fixture.mailboxNamed(name);
    mailbox.put(Map.of()).expect(201);
    mailbox.submit(name).expect(201);

    assertThat(mailbox.pendingIds()).containsExactly(name);
    assertThat(mailbox.get().text("mailbox")).isEqualTo(name);
    assertThat(
            fixture
                .admin()
                .get("/domains/" + fixture.domain() + "/mailboxes/" + percentEncoded(name))
                .expect(200)
                .text("mailbox"))
        .isEqualTo(name);
  }

  @Test
  void lengthIsOneTo128() {
    RestMailbox mailbox = fixture.mailboxNamed("m".repeat(128));
    mailbox.put(Map.of()).expect(201);
    mailbox.submit("i".repeat(128)).expect(201);
    mailbox.submit("i").expect(201);

    Refusals.requireInvalid(mailbox.submit("i".repeat(129)), "messageId");
    Refusals.requireInvalid(mailbox.submit(""), "messageId");
    Refusals.requireInvalid(fixture.mailboxNamed("m".repeat(129)).put(Map.of()), "mailbox");
    Refusals.requireInvalid(fixture.admin().put("/domains/" + "d".repeat(129), "{}"), "domain");
  }

  /** Escaped as in JSON. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a b",
        "a ",
        " a",
        "a/b",
        "a\\\\b",
        "a\\\"b",
        "a\\u0000",
        "a\\u000a",
        "a\\u007f",
        "a\\u00a0",
        "caf\\u00e9",
        "cafe\\u0301",
        "\\u0410",
        "a\\u200b",
        "a\\ufeff",
        "\\uff41",
        "\\ud83d\\ude00",
        "\\ud800",
        "a%20",
        "a?",
        "a#b",
        "a*",
        "a'b",
        "<a>",
        "a,b",
        "a;b",
        "a=b",
        "(a)"
      })
  void messageIdOutsideTheGrammarIsRefused(String escaped) {
    RestMailbox mailbox = fixture.mailbox();
    String id = "\"messageId\":\"" + escaped + "\"";

    Refusals.requireInvalid(
        fixture.admin().post(mailbox.path() + "/envelopes", "{" + id + ",\"body\":\"\"}"),
        "messageId");
    Refusals.requireInvalid(
        fixture
            .admin()
            .post(
                mailbox.path() + "/acknowledgements",
                "{\"items\":[{\"sender\":\"s\"," + id + "}]}"),
        "items[0].messageId");
    Refusals.requireInvalid(
        fixture
            .admin()
            .post(
                mailbox.path() + "/discards", "{\"sender\":\"s\",\"reason\":\"OTHER\"," + id + "}"),
        "messageId");
    assertThat(mailbox.count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a%20b",
        "a%20",
        "%20a",
        "caf%C3%A9",
        "cafe%CC%81",
        "%EF%BD%81",
        "a%2Fb",
        "a%00",
        "a%0A",
        "a%2525",
        "a*",
        "a%3Fb",
        "%F0%9F%98%80",
        "a%C2%A0",
        "a%7F",
        "a'b",
        "a%22"
      })
  void nameInThePathOutsideTheGrammarIsRefused(String name) {
    String path = "/domains/" + fixture.domain() + "/mailboxes/" + name;

    for (Reply reply :
        List.of(
            fixture.admin().put(path, "{}"),
            fixture.admin().get(path),
            fixture.admin().get(path + "/envelopes"),
            fixture.admin().post(path + "/envelopes", "{\"messageId\":\"m\",\"body\":\"\"}"))) {
      Refusals.requireInvalid(reply, "mailbox");
    }
    Refusals.requireInvalid(fixture.admin().put("/domains/" + name, "{}"), "domain");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a%20b", "%C3%A9"})
  void senderFilterOutsideTheGrammarIsRefused(String sender) {
    RestMailbox mailbox = fixture.mailbox();

    Refusals.requireInvalid(mailbox.pull("sender=" + sender), "sender");
    Refusals.requireInvalid(
        fixture.admin().get(mailbox.path() + "/envelopes/count?sender=" + sender), "sender");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a%20b", "caf%C3%A9", "%F0%9F%98%80", "a%2Fb", "a%00", "a*"})
  void idOfAPrincipalOutsideTheGrammarIsRefused(String id) {
    String path = "/principals/" + id;

    Refusals.requireInvalid(fixture.admin().get(path), "principal");
    Refusals.requireInvalid(fixture.admin().get(path + "/grants"), "principal");
    Refusals.requireInvalid(fixture.admin().delete(path), "principal");
    Refusals.requireInvalid(fixture.admin().post(path + "/tokens", "{}"), "principal");
    Refusals.requireInvalid(
        fixture.admin().delete("/principals/" + fixture.principal().id() + "/tokens/" + id),
        "token");
  }

  private static String percentEncoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.US_ASCII).replace("~", "%7E");
  }
}
