package io.restante.jwt;

import java.security.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jwk.RsaJwkGenerator;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.keys.EllipticCurves;
import org.jose4j.lang.JoseException;

/** An identity provider that signs tokens with real keys, good ones and others. */
final class Provider {
  static final String ISSUER = "https://id.example/realms/bank";
  static final String AUDIENCE = "restante";

  private final List<PublicJsonWebKey> keys = new ArrayList<>();
  private final Instant now;

  Provider(Instant now) {
    this.now = now;
  }

  PublicJsonWebKey addRsaKey(String kid) {
    try {
      return add(kid, RsaJwkGenerator.generateJwk(2_048));
    } catch (JoseException e) {
      throw new IllegalStateException(e);
    }
  }

  PublicJsonWebKey addEcKey(String kid) {
    try {
      return add(kid, EcJwkGenerator.generateJwk(EllipticCurves.P256));
    } catch (JoseException e) {
      throw new IllegalStateException(e);
    }
  }

  void remove(PublicJsonWebKey key) {
    keys.remove(key);
  }

  /** What it publishes. */
  String jwks() {
    return new JsonWebKeySet(keys).toJson(JsonWebKey.OutputControlLevel.PUBLIC_ONLY);
  }

  /** The claims of a good token. */
  JwtClaims claims(String subject) {
    JwtClaims claims = new JwtClaims();
    claims.setIssuer(ISSUER);
    claims.setAudience(AUDIENCE);
    claims.setSubject(subject);
    claims.setExpirationTime(at(300));
    return claims;
  }

  /** So many seconds from now. */
  NumericDate at(long seconds) {
    return NumericDate.fromSeconds(now.getEpochSecond() + seconds);
  }

  static String sign(PublicJsonWebKey key, String algorithm, JwtClaims claims) {
    return sign(key.getPrivateKey(), key.getKeyId(), algorithm, claims.toJson(), jws -> {});
  }

  static String sign(
      Key key, String kid, String algorithm, String payload, Consumer<JsonWebSignature> more) {
    JsonWebSignature jws = new JsonWebSignature();
    jws.setDoKeyValidation(false);
    jws.setAlgorithmConstraints(AlgorithmConstraints.NO_CONSTRAINTS);
    jws.setPayload(payload);
    jws.setKey(key);
    jws.setAlgorithmHeaderValue(algorithm);
    if (kid != null) {
      jws.setKeyIdHeaderValue(kid);
    }
    more.accept(jws);
    try {
      return jws.getCompactSerialization();
    } catch (JoseException e) {
      throw new IllegalStateException(e);
    }
  }

  private PublicJsonWebKey add(String kid, PublicJsonWebKey key) {
    key.setKeyId(kid);
    key.setUse("sig");
    keys.add(key);
    return key;
  }
}
