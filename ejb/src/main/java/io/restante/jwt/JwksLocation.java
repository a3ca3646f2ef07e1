package io.restante.jwt;

import io.restante.config.ConfigurationException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jose4j.http.Get;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.lang.JoseException;

/**
 * Where an identity provider's keys are read: a file, or a URL, with TLS unless it is on this
 * machine.
 */
record JwksLocation(String text) {
  private static final String ALLOWED = "a readable file or an https URL";
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final int MOST_BYTES = 512 << 10;
  private static final Duration FILE_AGE = Duration.ofSeconds(10);
  private static final Duration URL_AGE = Duration.ofMinutes(5);

  static JwksLocation parse(String setting, String text) {
    try {
      if (isUrl(text) ? isAllowed(URI.create(text)) : Files.isReadable(Path.of(text))) {
        return new JwksLocation(text);
      }
      throw new ConfigurationException(setting, text, ALLOWED);
    } catch (InvalidPathException e) {
      throw new ConfigurationException(setting, text, ALLOWED, e);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(setting, text, ALLOWED, e);
    }
  }

  /** How old what was read may be before it is read again. */
  Duration maxAge() {
    return isUrl(text) ? URL_AGE : FILE_AGE;
  }

  /** Reads the keys; those of kinds that it does not know are left out. */
  List<JsonWebKey> read() throws IOException, JoseException {
    return new JsonWebKeySet(isUrl(text) ? fetch() : readFile()).getJsonWebKeys();
  }

  private String fetch() throws IOException {
    Get get = new Get();
    get.setConnectTimeout(TIMEOUT_MILLIS);
    get.setReadTimeout(TIMEOUT_MILLIS);
    get.setRetries(0);
    get.setResponseBodySizeLimit(MOST_BYTES);
    return get.get(text).getBody();
  }

  private String readFile() throws IOException {
    Path file = Path.of(text);
    if (Files.size(file) > MOST_BYTES) {
      throw new IOException("larger than " + MOST_BYTES + " bytes");
    }
    return Files.readString(file);
  }

  private static boolean isUrl(String text) {
    return text.regionMatches(true, 0, "https:", 0, 6)
        || text.regionMatches(true, 0, "http:", 0, 5);
  }

  private static boolean isAllowed(URI url) {
    return url.getHost() != null
        && ("https".equalsIgnoreCase(url.getScheme()) || THIS_MACHINE.contains(url.getHost()));
  }
}
