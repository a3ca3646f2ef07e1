package io.restante.idempotency;

import io.restante.access.Caller;
import io.restante.error.ValidationFailedException;
import io.restante.keys.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;

/** Derives what is kept of an Idempotency-Key. */
@ApplicationScoped
public class IdempotencyKeys {
  private static final int MAX_LENGTH = 255;

  private Keys keys;

  /** For the container. */
  protected IdempotencyKeys() {}

  @Inject
  public IdempotencyKeys(Keys keys) {
    this.keys = keys;
  }

  /**
   * @param domain the domain of the route, or empty
   * @param route method and template, for instance {@code PUT /domains/{d}}
   * @param key 1 to 255 visible ASCII characters
   * @param fingerprint SHA-256 of the canonical request
   */
  public IdempotencyKey derive(
      Caller caller, String domain, String route, String key, byte[] fingerprint) {
    if (key.isEmpty()
        || key.length() > MAX_LENGTH
        || key.chars().anyMatch(c -> c <= ' ' || c > '~')) {
      throw new ValidationFailedException(
          "Idempotency-Key", "must be 1 to " + MAX_LENGTH + " visible ASCII characters");
    }
    // No part but the last can hold a line feed, so no two requests run together.
    String input = String.join("\n", domain, caller.principalId(), route, key);
    return new IdempotencyKey(keys.hashes(input.getBytes(StandardCharsets.UTF_8)), fingerprint);
  }
}
