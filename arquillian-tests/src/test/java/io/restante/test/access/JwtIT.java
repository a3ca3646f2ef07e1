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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tokens of an identity provider, in place of Restante's own. */
@Isolated
class JwtIT {

  @TempDir private static Path directory;

  private static MailboxFixture fixture;
  private static IdentityProvider provider;

  @BeforeAll
  static void introduce() {
    fixture = MailboxFixture.newDomain();
    provider = new IdentityProvider(directory);
    provider.introduce();
  }

  @AfterAll
  static void forget() {
    provider.close();
  }

  @Test
  void tokensOfBothKindsStandForThePrincipalOfTheirSubject() {
    String subject = "f:7d1c:" + MailboxFixture.unique("anna") + "@bänk.example";
    Reply made =
        fixture
            .admin()
            .post(
                "/principals",
                Map.of("name", MailboxFixture.unique("p"), "kind", "DEVICE", "subject", subject))
            .expect(201);
    assertThat(made.text("subject")).isEqualTo(subject);
    String id = made.text("principalId");
    assertThat(fixture.admin().get("/principals/" + id).expect(200).text("subject"))
        .isEqualTo(subject);

    for (String key : new String[] {"rsa", "ec"}) {
      Reply self = RestClient.as(provider.token(key, subject)).get("/whoami").expect(200);
      assertThat(self.text("principalId")).isEqualTo(id);
      assertThat(self.text()).doesNotContain("@b");
    }
  }

  @Test
  void itsGrantsCountAndItIsTheSender() {
    TestPrincipal sender = fixture.sender();
    String subject = know(sender);
    RestClient client = RestClient.as(provider.token("ec", subject));
    RestMailbox mailbox = fixture.mailbox();

    mailbox.as(client).submit("m").expect(201);

    assertThat(mailbox.pull("").json().path("envelopes").get(0).path("sender").asText())
        .isEqualTo(sender.id());
    Refusals.require(mailbox.as(client).pull(""), 403, "FORBIDDEN");
    sender.client().get("/whoami").expect(200);
  }

  @Test
  void whatIsNotGoodIsUnauthenticatedLikeAnyOtherAndLeavesNoTrace() throws Exception {
    TestPrincipal principal = fixture.principal();
    String subject = know(principal);
    Map<String, String> tokens = new LinkedHashMap<>();
    tokens.put("unknown subject", provider.token("rsa", subject + "-of-nobody"));
    tokens.put("expired", changed(subject, c -> c.put("exp", IdentityProvider.seconds(-60))));
    tokens.put("no end", changed(subject, c -> c.remove("exp")));
    tokens.put("not yet", changed(subject, c -> c.put("nbf", IdentityProvider.seconds(60))));
    tokens.put("issuer", changed(subject, c -> c.put("iss", "https://evil.example")));
    tokens.put("audience", changed(subject, c -> c.put("aud", "another")));
    tokens.put("no audience", changed(subject, c -> c.remove("aud")));
    tokens.put("kid", provider.sign("rsa", "none", "RS256", IdentityProvider.claims(subject)));
    tokens.put("other kid", provider.sign("rsa", "ec", "RS256", IdentityProvider.claims(subject)));
    tokens.put("algorithm", provider.sign("rsa", "rsa", "RS384", IdentityProvider.claims(subject)));
    tokens.put("unsigned", unsigned(subject));
    tokens.put("shared secret", withPublicKeyAsSecret(subject));
    tokens.put("cut short", cut(provider.token("ec", subject)));
    tokens.put(
        "other claims", withClaimsOf(subject, provider.token("rsa", subject + "-of-nobody")));
    tokens.put("too long", changed(subject, c -> c.put("groups", "x".repeat(9_000))));
    tokens.put("garbage", "e30.e30." + subject);
    String expected =
        Refusals.withoutRequestId(
            Refusals.require(RestClient.as("rst_unknown").get("/whoami"), 401, "UNAUTHENTICATED"));
    long records = Rows.count("SELECT count(*) FROM audit_record");

    for (Map.Entry<String, String> token : tokens.entrySet()) {
      Reply reply = RestClient.as(token.getValue()).get("/whoami");

      assertThat(reply.status()).as(token.getKey()).isEqualTo(401);
      assertThat(Refusals.withoutRequestId(reply)).as(token.getKey()).isEqualTo(expected);
    }
    RestClient.as(provider.token("rsa", subject)).get("/whoami").expect(200);
    assertThat(Rows.count("SELECT count(*) FROM audit_record")).isEqualTo(records);
    String log = Files.readString(TestServer.process().serverLog(), StandardCharsets.UTF_8);
    assertThat(log).doesNotContain(subject);
    tokens.forEach(
        (name, token) ->
            assertThat(log)
                .as(name)
                .doesNotContain(token.substring(0, 20))
                .doesNotContain(end(token)));
  }

  @Test
  void keysMayBeRotated() {
    String subject = know(fixture.principal());
    RestClient.as(provider.token("rsa", subject)).get("/whoami").expect(200);

    provider.addKey("next", "RSA", 2_048);
    RestClient.as(provider.token("next", subject)).get("/whoami").expect(401);
    provider.publish();
    RestClient.as(provider.token("next", subject)).get("/whoami").expect(200);

    String last = changed("next", subject, c -> c.put("jti", "last"));
    provider.removeKey("next");
    provider.publish();
    RestClient.as(last).get("/whoami").expect(401);
    RestClient.as(provider.token("rsa", subject)).get("/whoami").expect(200);
  }

  @Test
  void subjectIsChangedAndRemovedAtOnceAndAudited() {
    TestPrincipal principal = fixture.principal();
    String path = "/principals/" + principal.id() + "/subject";
    String before = know(principal);
    String after = MailboxFixture.unique("after");
    RestClient old = RestClient.as(provider.token("ec", before));
    old.get("/whoami").expect(200);

    fixture.admin().put(path, Map.of("subject", after)).expect(200);
    old.get("/whoami").expect(401);
    RestClient renewed = RestClient.as(provider.token("ec", after));
    renewed.get("/whoami").expect(200);

    fixture.admin().delete(path).expect(204);
    renewed.get("/whoami").expect(401);
    fixture.admin().delete(path).expect(204);
    assertThat(
            Rows.count(
                "SELECT count(*) FROM audit_record WHERE resource = ? AND action = ?",
                "principals/" + principal.id(),
                "principal.subject"))
        .isEqualTo(2);
    assertThat(
            Rows.select(
                "SELECT * FROM audit_record WHERE resource = ?", "principals/" + principal.id()))
        .hasSizeGreaterThanOrEqualTo(4)
        .noneMatch(record -> record.toString().contains(after));
  }

  @Test
  void disabledPrincipalIsNobodyAndItsSubjectStaysTaken() {
    TestPrincipal principal = fixture.principal();
    String subject = know(principal);
    RestClient client = RestClient.as(provider.token("ec", subject));
    client.get("/whoami").expect(200);

    fixture.admin().delete("/principals/" + principal.id()).expect(204);

    client.get("/whoami").expect(401);
    Refusals.require(
        fixture
            .admin()
            .put(
                "/principals/" + fixture.principal().id() + "/subject", Map.of("subject", subject)),
        409,
        "CONFLICT");
  }

  @Test
  void subjectStandsForOnePrincipalAndIsComparedByteByByte() {
    String subject = know(fixture.principal());

    Refusals.require(
        fixture
            .admin()
            .post(
                "/principals",
                Map.of("name", MailboxFixture.unique("p"), "kind", "DEVICE", "subject", subject)),
        409,
        "CONFLICT");
    RestClient.as(provider.token("ec", subject.toUpperCase(java.util.Locale.ROOT)))
        .get("/whoami")
        .expect(401);
    RestClient.as(provider.token("ec", subject + " ")).get("/whoami").expect(401);
  }

  @Test
  void subjectIsBounded() {
    String path = "/principals/" + fixture.principal().id() + "/subject";

    Refusals.requireInvalid(fixture.admin().put(path, "{}"), "subject");
    Refusals.requireInvalid(fixture.admin().put(path, Map.of("subject", " ")), "subject");
    Refusals.requireInvalid(fixture.admin().put(path, Map.of("subject", "a\nb")), "subject");
    Refusals.requireInvalid(
        fixture.admin().put(path, Map.of("subject", "x".repeat(256))), "subject");
    fixture
        .admin()
        .put(path, Map.of("subject", MailboxFixture.unique("x".repeat(242))))
        .expect(200);
    Refusals.require(
        fixture.admin().put("/principals/nobody/subject", Map.of("subject", "x")),
        404,
        "NOT_FOUND");
  }

  @Test
  void providerIsNoLongerBelievedWhenItsSettingsAreGone(@TempDir Path other) throws IOException {
    String subject = know(fixture.principal());
    RestClient.as(provider.token("rsa", subject)).get("/whoami").expect(200);
    try (IdentityProvider second = new IdentityProvider(other)) {
      second.introduce();
      RestClient.as(provider.token("ec", subject)).get("/whoami").expect(401);
      RestClient.as(second.token("ec", subject)).get("/whoami").expect(200);
    }

    RestClient.as(changed(subject, c -> c.put("jti", "gone"))).get("/whoami").expect(401);
    provider.introduce();
    RestClient.as(changed(subject, c -> c.put("jti", "back"))).get("/whoami").expect(200);
  }

  /** Lets a new subject stand for the principal. */
  private static String know(TestPrincipal principal) {
    String subject = MailboxFixture.unique("subject");
    fixture
        .admin()
        .put("/principals/" + principal.id() + "/subject", Map.of("subject", subject))
        .expect(200);
    return subject;
  }

  private static String changed(String subject, Consumer<Map<String, Object>> change) {
    return changed("rsa", subject, change);
  }

  private static String changed(String key, String subject, Consumer<Map<String, Object>> change) {
    Map<String, Object> claims = IdentityProvider.claims(subject);
    change.accept(claims);
    return provider.sign(key, claims);
  }

  private static String unsigned(String subject) {
    return IdentityProvider.part("{\"alg\":\"none\"}")
        + "."
        + IdentityProvider.part(IdentityProvider.json(IdentityProvider.claims(subject)))
        + ".";
  }

  private static String withPublicKeyAsSecret(String subject) throws Exception {
    String head =
        IdentityProvider.part("{\"alg\":\"HS256\",\"kid\":\"rsa\"}")
            + "."
            + IdentityProvider.part(IdentityProvider.json(IdentityProvider.claims(subject)));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(provider.publicKey("rsa"), "HmacSHA256"));
    return head
        + "."
        + IdentityProvider.encode(mac.doFinal(head.getBytes(StandardCharsets.US_ASCII)));
  }

  private static String cut(String token) {
    return token.substring(0, token.length() - 2);
  }

  /** The signature of one token under the claims of another. */
  private static String withClaimsOf(String subject, String token) {
    String[] parts = token.split("\\.", -1);
    return parts[0]
        + "."
        + IdentityProvider.part(IdentityProvider.json(IdentityProvider.claims(subject)))
        + "."
        + parts[2];
  }

  private static String end(String token) {
    return token.substring(token.length() - 20);
  }
}
