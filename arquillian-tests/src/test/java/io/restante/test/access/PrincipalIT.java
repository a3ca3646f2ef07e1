package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrincipalIT {

  private final RestClient admin = RestClient.admin();

  @Test
  void newPrincipalHasNeitherGrantsNorTokens() {
    String name = MailboxFixture.unique("principal");

    Reply made = create(name, "APPLICATION").expect(201);

    assertThat(made.text("name")).isEqualTo(name);
    assertThat(made.text("kind")).isEqualTo("APPLICATION");
    String path = "/principals/" + made.text("principalId");
    assertThat(admin.get(path).expect(200).json()).isEqualTo(made.json());
    assertThat(admin.get(path + "/grants").expect(200).json().path("grants")).isEmpty();
    assertThat(admin.get(path + "/tokens").expect(200).json().path("tokens")).isEmpty();
  }

  @Test
  void namesThatDifferByCaseAreTwoPrincipals() {
    String name = MailboxFixture.unique("anna");

    Set<String> ids = new HashSet<>();
    ids.add(create(name, "DEVICE").expect(201).text("principalId"));
    ids.add(create(name.replace("anna", "Anna"), "DEVICE").expect(201).text("principalId"));
    ids.add(create(name.replace("anna", "ANNA"), "DEVICE").expect(201).text("principalId"));

    assertThat(ids).hasSize(3);
    Refusals.require(create(name, "DEVICE"), 409, "CONFLICT");
  }

  @Test
  void ofManyWhoTakeOneNameAtOnceOneGetsIt() {
    String name = MailboxFixture.unique("race");

    List<CompletableFuture<Reply>> sent =
        IntStream.range(0, 16)
            .mapToObj(
                i ->
                    admin.sendAsync(
                        "POST", "/principals", Map.of("name", name, "kind", "OPERATOR")))
            .toList();

    assertThat(sent.stream().map(CompletableFuture::join).map(Reply::status))
        .containsOnlyOnce(201)
        .allMatch(status -> status == 201 || status == 409);
    assertThat(Rows.count("SELECT count(*) FROM principal WHERE name = ?", name)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "a b", "\\u00e9", "e\\u0301", "a/b", "a\\u0000", "x ", "\\u0430bc"})
  void nameOutsideTheGrammarIsRefused(String escaped) {
    Refusals.requireInvalid(
        admin.post("/principals", "{\"name\":\"" + escaped + "\",\"kind\":\"DEVICE\"}"), "name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"device", "ROBOT", ""})
  void unknownKindIsRefused(String kind) {
    Refusals.requireInvalid(create(MailboxFixture.unique("p"), kind), "kind");
  }

  @Test
  void nameOfAtMost128CharactersIsTaken() {
    String name = (MailboxFixture.unique("p") + "x".repeat(128)).substring(0, 128);

    create(name, "DEVICE").expect(201);
    Refusals.requireInvalid(create(name + "x", "DEVICE"), "name");
  }

  @Test
  void everyCallerSeesItselfWithItsGrants() {
    MailboxFixture fixture = MailboxFixture.newDomain();
    TestPrincipal self = fixture.principal(fixture.grant("mailbox:submit", "mailboxes/a.*"));

    Reply whoami = self.client().get("/whoami").expect(200);

    assertThat(whoami.text("principalId")).isEqualTo(self.id());
    assertThat(whoami.json().path("grants")).hasSize(1);
    assertThat(whoami.json().path("grants").get(0).path("domain").asText())
        .isEqualTo(fixture.domain());
    assertThat(whoami.json().path("grants").get(0).path("capability").asText())
        .isEqualTo("mailbox:submit");
    assertThat(whoami.json().path("grants").get(0).path("resource").asText())
        .isEqualTo("mailboxes/a.*");
  }

  @Test
  void labelOfATokenIsBounded() {
    String path = "/principals/" + MailboxFixture.newDomain().sender().id() + "/tokens";

    admin.post(path, Map.of("label", "x".repeat(128))).expect(201);
    Refusals.requireInvalid(admin.post(path, Map.of("label", "x".repeat(129))), "label");
    Refusals.requireInvalid(admin.post(path, Map.of("label", " ")), "label");
  }

  private Reply create(String name, String kind) {
    return admin.post("/principals", Map.of("name", name, "kind", kind));
  }
}
