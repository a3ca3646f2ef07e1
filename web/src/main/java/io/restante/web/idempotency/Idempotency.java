package io.restante.web.idempotency;

import io.restante.idempotency.IdempotencyKey;
import io.restante.idempotency.IdempotencyKeys;
import io.restante.web.json.Json;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Derives the key of a request from its header and from all that it asks. */
@ApplicationScoped
public class Idempotency {
  @Inject private IdempotencyKeys keys;

  /**
   * @param body the request's body as it was read
   */
  public Optional<IdempotencyKey> key(RequestFacts request, Record body) {
    return request
        .idempotencyKey()
        .map(
            key ->
                keys.derive(
                    request.caller(),
                    request.parameters().getOrDefault("domain", ""),
                    request.route(),
                    key,
                    Json.fingerprint(new Canonical(new TreeMap<>(request.parameters()), body))));
  }

  private record Canonical(Map<String, String> parameters, Record body) {}
}
