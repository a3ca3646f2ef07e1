package io.restante.outbox;

import io.restante.config.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;

/**
 * @param doneMaxAge how long an event that was carried out is kept; {@code
 *     restante.outbox.done.max-age}
 * @param deadMaxAge how long one that was given up is kept; {@code restante.outbox.dead.max-age}
 */
public record OutboxConfig(Duration doneMaxAge, Duration deadMaxAge) {
  private static final Duration MIN = Duration.ofMinutes(1);
  private static final Duration MAX = Duration.ofDays(365);

  /** Reads the settings. */
  @ApplicationScoped
  static class Reader {
    @Produces
    OutboxConfig read(Settings settings) {
      return new OutboxConfig(
          settings.duration("restante.outbox.done.max-age", Duration.ofDays(1), MIN, MAX),
          settings.duration("restante.outbox.dead.max-age", Duration.ofDays(30), MIN, MAX));
    }
  }
}
