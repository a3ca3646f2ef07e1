package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which mailboxes the pattern of a grant names. */
class GrantPatternIT {

  private static final List<String> NAMES =
      List.of("alice", "alice.phone", "alice.laptop", "Alice", "alice_2", "bob");

  private static MailboxFixture fixture;
  private static MailboxFixture elsewhere;

  @BeforeAll
  static void makeMailboxes() {
    fixture = MailboxFixture.newDomain();
    elsewhere = MailboxFixture.newDomain();
    for (String name : NAMES) {
      fixture.mailboxNamed(name).put(Map.of()).expect(201);
      elsewhere.mailboxNamed(name).put(Map.of()).expect(201);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "mailboxes/alice, alice",
    "mailboxes/Alice, Alice",
    "mailboxes/alice.*, alice.phone alice.laptop",
    "mailboxes/alice*, alice alice.phone alice.laptop alice_2",
    "mailboxes/*, alice alice.phone alice.laptop Alice alice_2 bob",
    "mailboxes*, alice alice.phone alice.laptop Alice alice_2 bob",
    "*, alice alice.phone alice.laptop Alice alice_2 bob",
    "queues/*, ''",
    "mailboxes/, ''",
    "alice, ''"
  })
  void patternNamesTheseMailboxesOfItsDomain(String pattern, String allowed) {
    TestPrincipal caller = fixture.principal(fixture.grant("mailbox:receive", pattern));

    assertThat(readable(caller, fixture)).containsExactlyInAnyOrderElementsOf(words(allowed));
    assertThat(readable(caller, elsewhere)).isEmpty();
  }

  @Test
  void starAsDomainNamesThemInEveryDomain() {
    TestPrincipal caller =
        fixture.principal(new MailboxFixture.Grant("*", "mailbox:receive", "mailboxes/alice.*"));

    assertThat(readable(caller, fixture))
        .isEqualTo(readable(caller, elsewhere))
        .containsExactly("alice.phone", "alice.laptop");
  }

  @Test
  void adminIsBoundToItsPatternToo() {
    TestPrincipal caller = fixture.principal(fixture.grant("admin", "mailboxes/alice.*"));

    assertThat(readable(caller, fixture)).containsExactly("alice.phone", "alice.laptop");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mailboxes/al*ce",
        "*/alice",
        "mailboxes/**",
        "mailboxes/a b",
        "mailboxes/\\u00e4",
        "mailboxes/a\\u0000",
        "mailboxes/a%"
      })
  void patternOutsideTheGrammarIsRefused(String escaped) {
    TestPrincipal target = fixture.sender();
    String grant = "{\"domain\":\"d\",\"capability\":\"admin\",\"resource\":\"" + escaped + "\"}";

    Refusals.requireInvalid(
        RestClient.admin()
            .with("If-Match", "\"2\"")
            .put("/principals/" + target.id() + "/grants", "{\"grants\":[" + grant + "]}"),
        "grants[0].resource");
    assertThat(target.client().get("/whoami").expect(200).json().path("grants")).hasSize(1);
  }

  @Test
  void unknownCapabilityAndMalformedDomainAreRefused() {
    TestPrincipal target = fixture.sender();

    Refusals.requireInvalid(
        replace(target, Map.of("domain", "d", "capability", "mailbox:eat", "resource", "*")),
        "grants[0].capability");
    Refusals.requireInvalid(
        replace(target, Map.of("domain", "d*", "capability", "admin", "resource", "*")),
        "grants[0].domain");
    assertThat(target.client().get("/whoami").expect(200).json().path("policyEpoch").asInt())
        .isEqualTo(2);
  }

  private static Reply replace(TestPrincipal target, Map<String, String> grant) {
    return RestClient.admin()
        .with("If-Match", "\"2\"")
        .put("/principals/" + target.id() + "/grants", Map.of("grants", List.of(grant)));
  }

  private static List<String> readable(TestPrincipal caller, MailboxFixture in) {
    return NAMES.stream()
        .filter(name -> in.mailboxNamed(name).as(caller).pull("").status() == 200)
        .toList();
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }
}
