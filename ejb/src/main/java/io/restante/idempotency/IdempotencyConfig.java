package io.restante.idempotency;

import io.restante.config.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;

/**
 * @param retention how long an answer is kept, from its first giving; {@code
 *     restante.idempotency.retention}, 24 h to 30 d
 */
public record IdempotencyConfig(Duration retention) {
  private static final Duration MIN = Duration.ofHours(24);
  private static final Duration MAX = Duration.ofDays(30);

  /** Reads the settings. */
  @ApplicationScoped
  static class Reader {
    @Produces
    IdempotencyConfig read(Settings settings) {
      return new IdempotencyConfig(
          settings.duration("restante.idempotency.retention", MIN, MIN, MAX));
    }
  }
}
