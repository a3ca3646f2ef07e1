package io.restante.jwt;

import io.restante.config.ConfigurationException;
import io.restante.config.Settings;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The identity provider whose tokens are accepted, {@code restante.jwt.*}.
 *
 * @param issuer what a token must name as its issuer; empty where none is accepted
 * @param audiences one of which a token must be for
 * @param jwks where the provider's public keys are
 * @param clockSkew how far its clock may be off ours
 * @param algorithms what a token may be signed with
 */
record JwtConfig(
    Optional<String> issuer,
    List<String> audiences,
    JwksLocation jwks,
    Duration clockSkew,
    List<String> algorithms) {
  private static final String ISSUER = "restante.jwt.issuer";
  private static final String AUDIENCE = "restante.jwt.audience";
  private static final String JWKS = "restante.jwt.jwks";
  private static final String ALGORITHMS = "restante.jwt.algorithms";

  /** Public-key signatures only: {@code none} and shared secrets are not to be had. */
  private static final Set<String> KNOWN =
      Set.of("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512");

  JwtConfig {
    audiences = List.copyOf(audiences);
    algorithms = List.copyOf(algorithms);
  }

  static JwtConfig read(Settings settings) {
    Optional<String> issuer = settings.text(ISSUER);
    List<String> audiences = settings.text(AUDIENCE).map(JwtConfig::list).orElse(List.of());
    Optional<String> jwks = settings.text(JWKS);
    boolean on = issuer.isPresent() || !audiences.isEmpty() || jwks.isPresent();
    if (on) {
      requireSet(ISSUER, issuer.isPresent());
      requireSet(AUDIENCE, !audiences.isEmpty());
      requireSet(JWKS, jwks.isPresent());
    }
    return new JwtConfig(
        issuer,
        audiences,
        jwks.map(text -> JwksLocation.parse(JWKS, text)).orElse(null),
        settings.duration(
            "restante.jwt.clock-skew",
            Duration.ofSeconds(30),
            Duration.ZERO,
            Duration.ofMinutes(5)),
        algorithms(settings.text(ALGORITHMS).orElse("RS256,ES256")));
  }

  private static void requireSet(String setting, boolean isSet) {
    if (!isSet) {
      throw new ConfigurationException(
          setting, "", "not empty where one of " + List.of(ISSUER, AUDIENCE, JWKS) + " is set");
    }
  }

  private static List<String> algorithms(String text) {
    List<String> algorithms = list(text);
    if (algorithms.isEmpty() || !KNOWN.containsAll(algorithms)) {
      throw new ConfigurationException(
          ALGORITHMS, text, "some of " + KNOWN.stream().sorted().toList() + ", comma separated");
    }
    return algorithms;
  }

  private static List<String> list(String text) {
    return Arrays.stream(text.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  @Override
  public String toString() {
    return issuer
        .map(i -> "tokens of " + i + " for " + audiences + ", signed with " + algorithms)
        .orElse("tokens of no identity provider");
  }
}
