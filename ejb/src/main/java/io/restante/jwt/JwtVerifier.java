package io.restante.jwt;

import io.restante.config.LiveConfig;
import io.restante.config.Settings;
import io.restante.time.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.Key;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.jwx.JsonWebStructure;
import org.jose4j.keys.resolvers.JwksVerificationKeyResolver;
import org.jose4j.lang.UnresolvableKeyException;

/**
 * Verifies tokens of the identity provider: signature by one of its keys with an allowed algorithm,
 * issuer, audience, subject, and that the present lies between its times. Why one is not good is
 * told to nobody: the reasons repeat what it holds.
 */
@ApplicationScoped
public class JwtVerifier {
  /** Three parts, as compact as they come; encrypted tokens have five. */
  private static final Pattern FORM = Pattern.compile("[\\w-]+\\.[\\w-]+\\.[\\w-]+");

  private static final int MOST = 8_192;
  private static final int MOST_SUBJECT = 255;

  /** A time beyond what an Instant holds is as good as tomorrow: nobody remembers it so long. */
  private static final long FARTHEST = Duration.ofDays(1).toSeconds();

  private LiveConfig<JwtConfig> config;
  private Clock clock;
  private LongSupplier nanos;
  private volatile SigningKeys keys;

  /** For the container. */
  protected JwtVerifier() {}

  @Inject
  public JwtVerifier(Settings settings, Clock clock, Ticker ticker) {
    this(settings, clock, ticker::nanos);
  }

  JwtVerifier(Settings settings, Clock clock, LongSupplier nanos) {
    this.config = new LiveConfig<>(() -> JwtConfig.read(settings), nanos);
    this.clock = clock;
    this.nanos = nanos;
  }

  /** Whom the token vouches for, if it is one of the configured provider's and good now. */
  public Optional<VerifiedSubject> verify(String token) {
    JwtConfig provider = config.get();
    if (provider.issuer().isEmpty() || token.length() > MOST || !FORM.matcher(token).matches()) {
      return Optional.empty();
    }
    try {
      return verified(provider, claims(provider, token));
    } catch (InvalidJwtException | MalformedClaimException e) {
      return Optional.empty();
    }
  }

  /** What holds at present, for the log. */
  String describe() {
    return config.get().toString();
  }

  private JwtClaims claims(JwtConfig provider, String token) throws InvalidJwtException {
    SigningKeys known = keysOf(provider);
    return new JwtConsumerBuilder()
        .setExpectedIssuer(provider.issuer().orElseThrow())
        .setExpectedAudience(provider.audiences().toArray(String[]::new))
        .setRequireSubject()
        .setRequireExpirationTime()
        .setAllowedClockSkewInSeconds((int) provider.clockSkew().toSeconds())
        .setEvaluationTime(NumericDate.fromMilliseconds(clock.millis()))
        .setJwsAlgorithmConstraints(
            ConstraintType.PERMIT, provider.algorithms().toArray(String[]::new))
        .setVerificationKeyResolver((jws, outer) -> key(known, jws, outer))
        .build()
        .processToClaims(token);
  }

  private static Key key(SigningKeys known, JsonWebSignature jws, List<JsonWebStructure> outer)
      throws UnresolvableKeyException {
    try {
      return resolver(known.keys()).resolveKey(jws, outer);
    } catch (UnresolvableKeyException e) {
      return resolver(known.newestKeys()).resolveKey(jws, outer);
    }
  }

  private static JwksVerificationKeyResolver resolver(List<JsonWebKey> keys) {
    JwksVerificationKeyResolver resolver = new JwksVerificationKeyResolver(keys);
    resolver.setDisambiguateWithVerifySignature(true);
    return resolver;
  }

  private Optional<VerifiedSubject> verified(JwtConfig provider, JwtClaims claims)
      throws MalformedClaimException {
    String subject = claims.getSubject();
    if (subject.isBlank() || subject.length() > MOST_SUBJECT) {
      return Optional.empty();
    }
    long seconds =
        Math.min(
            claims.getExpirationTime().getValue(), clock.instant().getEpochSecond() + FARTHEST);
    Instant expiresAt = Instant.ofEpochSecond(seconds);
    return Optional.of(new VerifiedSubject(subject, expiresAt.plus(provider.clockSkew())));
  }

  private SigningKeys keysOf(JwtConfig provider) {
    SigningKeys present = keys;
    if (present == null || !present.areAt(provider.jwks())) {
      present = new SigningKeys(provider.jwks(), nanos);
      keys = present;
    }
    return present;
  }
}
