package io.restante.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.restante.config.ConfigurationException;
import io.restante.config.MapConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.keys.HmacKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JwtVerifierTest {
  private static final Instant NOW = Instant.parse("2026-11-30T08:00:00Z");

  @TempDir private Path directory;

  private final Map<String, String> settings = new HashMap<>();
  private final AtomicLong nanos = new AtomicLong();
  private final Provider provider = new Provider(NOW);
  private final PublicJsonWebKey rsa = provider.addRsaKey("rsa-1");
  private final PublicJsonWebKey ec = provider.addEcKey("ec-1");

  @BeforeEach
  void configure() throws IOException {
    settings.put("restante.jwt.issuer", Provider.ISSUER);
    settings.put("restante.jwt.audience", "another, " + Provider.AUDIENCE);
    settings.put("restante.jwt.jwks", publish().toString());
  }

  @Test
  void goodTokensOfBothKindsAreTaken() {
    JwtVerifier verifier = verifier();

    assertThat(verifier.verify(Provider.sign(rsa, "RS256", provider.claims("anna"))))
        .contains(new VerifiedSubject("anna", NOW.plusSeconds(330)));
    assertThat(verifier.verify(Provider.sign(ec, "ES256", provider.claims("bert"))))
        .contains(new VerifiedSubject("bert", NOW.plusSeconds(330)));
  }

  @Test
  void nobodysTokensAreTakenUnlessConfigured() {
    settings.clear();

    assertThat(verifier().verify(Provider.sign(rsa, "RS256", provider.claims("anna")))).isEmpty();
  }

  @Test
  void tokenWithoutKeyIdIsTakenIfAKeyFits() {
    String token =
        Provider.sign(
            rsa.getPrivateKey(), null, "RS256", provider.claims("anna").toJson(), jws -> {});

    assertThat(verifier().verify(token)).isPresent();
  }

  @Test
  void clocksMayDifferByTheSkewAndNoMore() {
    assertThat(accepts(claims -> claims.setExpirationTime(provider.at(-29)))).isTrue();
    assertThat(accepts(claims -> claims.setExpirationTime(provider.at(-31)))).isFalse();
    assertThat(accepts(claims -> claims.setNotBefore(provider.at(29)))).isTrue();
    assertThat(accepts(claims -> claims.setNotBefore(provider.at(31)))).isFalse();
  }

  @Test
  void claimsThatAreWrongOrMissingAreRefused() {
    assertThat(accepts(claims -> claims.setIssuer(Provider.ISSUER + "/"))).isFalse();
    assertThat(accepts(claims -> claims.unsetClaim("iss"))).isFalse();
    assertThat(accepts(claims -> claims.setAudience("others"))).isFalse();
    assertThat(accepts(claims -> claims.unsetClaim("aud"))).isFalse();
    assertThat(accepts(claims -> claims.setAudience("others", "restante"))).isTrue();
    assertThat(accepts(claims -> claims.unsetClaim("exp"))).isFalse();
    assertThat(accepts(claims -> claims.unsetClaim("sub"))).isFalse();
    assertThat(accepts(claims -> claims.setSubject(""))).isFalse();
    assertThat(accepts(claims -> claims.setSubject("  "))).isFalse();
    assertThat(accepts(claims -> claims.setSubject("x".repeat(256)))).isFalse();
    assertThat(accepts(claims -> claims.setSubject("x".repeat(255)))).isTrue();
    assertThat(accepts(claims -> claims.setClaim("sub", 7))).isFalse();
    assertThat(accepts(claims -> claims.setClaim("exp", "tomorrow"))).isFalse();
    assertThat(accepts(claims -> claims.setClaim("exp", Long.MAX_VALUE))).isTrue();
    assertThat(accepts(claims -> claims.setClaim("nbf", Long.MAX_VALUE))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RS384", "RS512", "PS256"})
  void algorithmsThatAreNotConfiguredAreRefused(String algorithm) {
    assertThat(verifier().verify(Provider.sign(rsa, algorithm, provider.claims("anna")))).isEmpty();

    settings.put("restante.jwt.algorithms", algorithm);
    JwtVerifier other = verifier();
    assertThat(other.verify(Provider.sign(rsa, algorithm, provider.claims("anna")))).isPresent();
    assertThat(other.verify(Provider.sign(rsa, "RS256", provider.claims("anna")))).isEmpty();
  }

  @Test
  void unsignedTokenIsRefused() {
    String unsigned =
        Provider.sign(null, null, "none", provider.claims("anna").toJson(), jws -> {});

    assertThat(verifier().verify(unsigned)).isEmpty();
    assertThat(verifier().verify(unsigned + "AAAA")).isEmpty();
  }

  @Test
  void publicKeyIsNoSharedSecret() {
    HmacKey confused = new HmacKey(rsa.getPublicKey().getEncoded());
    String token =
        Provider.sign(confused, "rsa-1", "HS256", provider.claims("anna").toJson(), jws -> {});

    assertThat(verifier().verify(token)).isEmpty();
  }

  @Test
  void signatureOfAnotherKeyIsRefusedWhateverItSaysOfItself() {
    PublicJsonWebKey stranger = new Provider(NOW).addRsaKey("rsa-1");
    JwtVerifier verifier = verifier();

    assertThat(verifier.verify(Provider.sign(stranger, "RS256", provider.claims("anna"))))
        .isEmpty();
    assertThat(
            verifier.verify(
                Provider.sign(
                    stranger.getPrivateKey(),
                    "rsa-1",
                    "RS256",
                    provider.claims("anna").toJson(),
                    jws -> jws.setJwkHeader(stranger))))
        .isEmpty();
    assertThat(
            verifier.verify(
                Provider.sign(
                    stranger.getPrivateKey(),
                    "rsa-1",
                    "RS256",
                    provider.claims("anna").toJson(),
                    jws -> jws.setHeader("jku", "http://localhost/keys"))))
        .isEmpty();
  }

  @Test
  void unknownCriticalHeaderIsRefused() {
    String token =
        Provider.sign(
            rsa.getPrivateKey(),
            "rsa-1",
            "RS256",
            provider.claims("anna").toJson(),
            jws -> jws.setCriticalHeaderNames("exotic"));

    assertThat(verifier().verify(token)).isEmpty();
  }

  @Test
  void everyChangedCharacterIsNoticed() {
    JwtVerifier verifier = verifier();
    String token = Provider.sign(ec, "ES256", provider.claims("anna"));

    for (int i = 0; i < token.length(); i += 7) {
      char other = token.charAt(i) == 'A' ? 'B' : 'A';
      String changed = token.substring(0, i) + other + token.substring(i + 1);
      assertThat(verifier.verify(changed)).as("character " + i).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ".",
        "..",
        "a.b.c",
        "rst_AAAA",
        "e30.e30.e30",
        "a.b.c.d.e",
        "eyJhbGciOiJSUzI1NiJ9.bm90IGpzb24.AAAA",
        "eyJhbGciOiJSUzI1NiJ9.W10.AAAA",
        "\u0000.\u0000.\u0000",
        "ä.ö.ü"
      })
  void garbageIsRefused(String token) {
    assertThat(verifier().verify(token)).isEmpty();
  }

  @Test
  void payloadsThatAreSignedButNoClaimsAreRefused() {
    JwtVerifier verifier = verifier();
    for (String payload :
        new String[] {"", "x", "[]", "null", "7", "{}", "{\"sub\":", "[".repeat(3_000)}) {
      assertThat(
              verifier.verify(
                  Provider.sign(rsa.getPrivateKey(), "rsa-1", "RS256", payload, jws -> {})))
          .as(payload)
          .isEmpty();
    }
  }

  @Test
  void tokenWithinATokenIsNotLookedInto() {
    String inner = Provider.sign(rsa, "RS256", provider.claims("anna"));
    PublicJsonWebKey stranger = new Provider(NOW).addRsaKey("rsa-1");
    String outer =
        Provider.sign(
            stranger.getPrivateKey(),
            "rsa-1",
            "RS256",
            inner,
            jws -> jws.setContentTypeHeaderValue("JWT"));

    assertThat(verifier().verify(outer)).isEmpty();
  }

  @Test
  void tooLongATokenIsRefused() {
    assertThat(accepts(claims -> claims.setClaim("groups", "x".repeat(5_000)))).isTrue();
    assertThat(accepts(claims -> claims.setClaim("groups", "x".repeat(10_000)))).isFalse();
  }

  @Test
  void newKeyIsFoundWhenItIsFirstUsed() throws IOException {
    JwtVerifier verifier = verifier();
    assertThat(verifier.verify(Provider.sign(rsa, "RS256", provider.claims("anna")))).isPresent();

    PublicJsonWebKey next = provider.addRsaKey("rsa-2");
    publish();
    pass(Duration.ofSeconds(10));
    assertThat(verifier.verify(Provider.sign(next, "RS256", provider.claims("anna")))).isPresent();
    assertThat(verifier.verify(Provider.sign(rsa, "RS256", provider.claims("anna")))).isPresent();
  }

  @Test
  void keyThatIsNoLongerPublishedEnds() throws IOException {
    JwtVerifier verifier = verifier();
    String token = Provider.sign(rsa, "RS256", provider.claims("anna"));
    assertThat(verifier.verify(token)).isPresent();

    provider.remove(rsa);
    publish();
    pass(Duration.ofSeconds(10));
    assertThat(verifier.verify(token)).isEmpty();
  }

  @Test
  void keysThatCannotBeReadAreGoodForAnHour() throws IOException {
    JwtVerifier verifier = verifier();
    String token = Provider.sign(rsa, "RS256", provider.claims("anna"));
    assertThat(verifier.verify(token)).isPresent();

    Files.writeString(directory.resolve("jwks.json"), "{\"keys\":");
    pass(Duration.ofMinutes(59));
    assertThat(verifier.verify(token)).isPresent();
    pass(Duration.ofMinutes(1));
    assertThat(verifier.verify(token)).isEmpty();

    publish();
    pass(Duration.ofSeconds(10));
    assertThat(verifier.verify(token)).isPresent();
  }

  @Test
  void keysOfAUrlAreReadOnceAndNotForEveryGuess() throws IOException {
    AtomicInteger reads = new AtomicInteger();
    HttpServer server = serve(reads);
    try {
      settings.put(
          "restante.jwt.jwks", "http://localhost:" + server.getAddress().getPort() + "/keys");
      JwtVerifier verifier = verifier();
      String token = Provider.sign(rsa, "RS256", provider.claims("anna"));
      String guess =
          Provider.sign(
              rsa.getPrivateKey(), "none", "RS256", provider.claims("anna").toJson(), jws -> {});

      for (int i = 0; i < 20; i++) {
        assertThat(verifier.verify(token)).isPresent();
        assertThat(verifier.verify(guess)).isEmpty();
      }
      assertThat(reads).hasValue(1);
      pass(Duration.ofSeconds(10));
      assertThat(verifier.verify(guess)).isEmpty();
      assertThat(verifier.verify(guess)).isEmpty();
      assertThat(reads).hasValue(2);
    } finally {
      server.stop(0);
    }
    pass(Duration.ofMinutes(6));
    assertThat(verifier().verify(Provider.sign(rsa, "RS256", provider.claims("anna")))).isEmpty();
  }

  @Test
  void unreachableProviderIsAskedOnceInTenSeconds() throws IOException {
    AtomicInteger reads = new AtomicInteger();
    HttpServer server = serve(reads);
    int port = server.getAddress().getPort();
    server.stop(0);
    settings.put("restante.jwt.jwks", "http://localhost:" + port + "/keys");
    JwtVerifier verifier = verifier();
    String token = Provider.sign(rsa, "RS256", provider.claims("anna"));

    assertThat(verifier.verify(token)).isEmpty();
    HttpServer again = HttpServer.create(new InetSocketAddress("localhost", port), 0);
    again.createContext("/keys", exchange -> answer(exchange, reads));
    again.start();
    try {
      assertThat(verifier.verify(token)).isEmpty();
      assertThat(reads).hasValue(0);
      pass(Duration.ofSeconds(10));
      assertThat(verifier.verify(token)).isPresent();
    } finally {
      again.stop(0);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "restante.jwt.issuer     | ''                      | not empty where one of",
        "restante.jwt.audience   | ' , '                   | not empty where one of",
        "restante.jwt.jwks       | ''                      | not empty where one of",
        "restante.jwt.jwks       | /no/such/file           | a readable file or an https URL",
        "restante.jwt.jwks       | http://id.example/keys  | a readable file or an https URL",
        "restante.jwt.jwks       | https:///keys           | a readable file or an https URL",
        "restante.jwt.jwks       | https://a b             | a readable file or an https URL",
        "restante.jwt.algorithms | none                    | some of [ES256, ",
        "restante.jwt.algorithms | RS256,HS256             | some of [ES256, ",
        "restante.jwt.algorithms | ','                     | some of [ES256, ",
        "restante.jwt.clock-skew | PT6M                    | PT0S to PT5M",
      })
  void wrongSettingIsRefusedByName(String key, String value, String allowed) {
    settings.put(key, value);

    assertThatThrownBy(this::verifier)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("Setting " + key + " is \"")
        .hasMessageContaining(allowed);
  }

  private boolean accepts(Consumer<JwtClaims> change) {
    JwtClaims claims = provider.claims("anna");
    change.accept(claims);
    return verifier().verify(Provider.sign(ec, "ES256", claims)).isPresent();
  }

  private JwtVerifier verifier() {
    return new JwtVerifier(
        MapConfig.settings(settings), Clock.fixed(NOW, ZoneOffset.UTC), nanos::get);
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private Path publish() throws IOException {
    return Files.writeString(directory.resolve("jwks.json"), provider.jwks());
  }

  private HttpServer serve(AtomicInteger reads) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/keys", exchange -> answer(exchange, reads));
    server.start();
    return server;
  }

  private void answer(com.sun.net.httpserver.HttpExchange exchange, AtomicInteger reads)
      throws IOException {
    reads.incrementAndGet();
    byte[] body = provider.jwks().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
