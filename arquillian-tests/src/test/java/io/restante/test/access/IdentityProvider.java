package io.restante.test.access;

import io.restante.test.harness.LiveSettings;
import io.restante.test.harness.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * An identity provider that the shared server believes until this is closed: a file with its public
 * keys, and tokens signed with the private ones by the JDK alone.
 */
final class IdentityProvider implements AutoCloseable {

  static final String ISSUER = "https://id.example/realms/bank";

  private final LiveSettings settings = TestServer.settings();
  private final Map<String, KeyPair> keys = new TreeMap<>();
  private final Path file;

  /** Publishes an RSA key {@code rsa} and an EC key {@code ec}. */
  IdentityProvider(Path directory) {
    file = directory.resolve("jwks.json");
    addKey("rsa", "RSA", 2_048);
    addKey("ec", "EC", 256);
    publish();
  }

  /** The server believes it from the next request on. */
  void introduce() {
    settings
        .set("restante.jwt.issuer", ISSUER)
        .set("restante.jwt.audience", "restante")
        .set("restante.jwt.jwks", file.toString())
        .apply();
  }

  void addKey(String id, String kind, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
      generator.initialize(bits);
      keys.put(id, generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  void removeKey(String id) {
    keys.remove(id);
  }

  /** Writes its keys, and lets the time pass after which the server reads them. */
  void publish() {
    String jwks =
        keys.entrySet().stream()
            .map(key -> jwk(key.getKey(), key.getValue()))
            .collect(Collectors.joining(",", "{\"keys\":[", "]}"));
    try {
      Files.writeString(file, jwks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    TestServer.passTime(Duration.ofSeconds(10));
  }

  /** The claims of a good token, to be changed. */
  static Map<String, Object> claims(String subject) {
    Map<String, Object> claims = new LinkedHashMap<>();
    claims.put("iss", ISSUER);
    claims.put("aud", "restante");
    claims.put("sub", subject);
    claims.put("exp", seconds(300));
    return claims;
  }

  /** So many seconds from now, as claims say it. */
  static long seconds(long fromNow) {
    return Instant.now().getEpochSecond() + fromNow;
  }

  /** A good token of the subject, signed with the key. */
  String token(String key, String subject) {
    return sign(key, claims(subject));
  }

  String sign(String key, Map<String, Object> claims) {
    boolean rsa = keys.get(key).getPublic() instanceof RSAPublicKey;
    return sign(key, key, rsa ? "RS256" : "ES256", claims);
  }

  /** A token that says of itself what it is told, signed with the key in its own way. */
  String sign(String key, String kid, String algorithm, Map<String, Object> claims) {
    KeyPair pair = keys.get(key);
    String head = part(json(Map.of("alg", algorithm, "kid", kid))) + "." + part(json(claims));
    try {
      Signature signature =
          Signature.getInstance(
              pair.getPublic() instanceof RSAPublicKey
                  ? "SHA256withRSA"
                  : "SHA256withECDSAinP1363Format");
      signature.initSign(pair.getPrivate());
      signature.update(head.getBytes(StandardCharsets.US_ASCII));
      return head + "." + encode(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What the server knows of its key, which an attacker may try as a shared secret. */
  byte[] publicKey(String key) {
    return keys.get(key).getPublic().getEncoded();
  }

  static String part(String json) {
    return encode(json.getBytes(StandardCharsets.UTF_8));
  }

  static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  static String json(Map<String, Object> object) {
    return object.entrySet().stream()
        .map(
            field ->
                "\"%s\":%s"
                    .formatted(
                        field.getKey(),
                        field.getValue() instanceof String text
                            ? "\"" + text + "\""
                            : field.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  @Override
  public void close() {
    settings.close();
  }

  private static String jwk(String id, KeyPair pair) {
    if (pair.getPublic() instanceof RSAPublicKey rsa) {
      return "{\"kid\":\"%s\",\"kty\":\"RSA\",\"use\":\"sig\",\"n\":\"%s\",\"e\":\"%s\"}"
          .formatted(id, encode(rsa.getModulus(), 256), encode(rsa.getPublicExponent(), 3));
    }
    ECPublicKey ec = (ECPublicKey) pair.getPublic();
    return "{\"kid\":\"%s\",\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"%s\",\"y\":\"%s\"}"
        .formatted(id, encode(ec.getW().getAffineX(), 32), encode(ec.getW().getAffineY(), 32));
  }

  private static String encode(BigInteger number, int length) {
    byte[] signed = number.toByteArray();
    byte[] bytes = new byte[length];
    int size = Math.min(length, signed.length);
    System.arraycopy(signed, signed.length - size, bytes, length - size, size);
    return encode(bytes);
  }
}
