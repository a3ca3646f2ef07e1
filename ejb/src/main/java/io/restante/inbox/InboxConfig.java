package io.restante.inbox;

import io.restante.config.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;
import java.util.Optional;

/**
 * @param maxAttempts after how many recorded failures a message is dead, where its consumer says
 *     nothing; {@code restante.inbox.max-attempts}
 * @param completedMaxAge how long it is remembered that a message was handled; {@code
 *     restante.inbox.completed.max-age}
 * @param incompleteMaxAge how long an open message with failures is kept since the last of them;
 *     {@code restante.inbox.incomplete.max-age}, for ever unless it is set
 * @param deadMaxAge how long a dead one is kept; {@code restante.inbox.dead.max-age}, for ever
 *     unless it is set
 * @param longestRedelivery the longest time after which a broker may still deliver a message again;
 *     {@code restante.inbox.redelivery.longest}
 */
record InboxConfig(
    int maxAttempts,
    Duration completedMaxAge,
    Optional<Duration> incompleteMaxAge,
    Optional<Duration> deadMaxAge,
    Duration longestRedelivery) {
  private static final Duration MIN = Duration.ofMinutes(1);
  private static final Duration MAX = Duration.ofDays(3650);

  static InboxConfig read(Settings settings) {
    return new InboxConfig(
        (int) settings.number("restante.inbox.max-attempts", 10, 1, Inbox.MAX_ATTEMPTS),
        settings.duration(
            "restante.inbox.completed.max-age", InboxPurgeRequest.DEFAULT_COMPLETED, MIN, MAX),
        optional(settings, "restante.inbox.incomplete.max-age"),
        optional(settings, "restante.inbox.dead.max-age"),
        settings.duration(
            "restante.inbox.redelivery.longest", Duration.ofHours(1), Duration.ZERO, MAX));
  }

  /** Whether a message may come again after it was forgotten that it was handled. */
  boolean forgetsTooEarly() {
    return completedMaxAge.compareTo(longestRedelivery) < 0;
  }

  private static Optional<Duration> optional(Settings settings, String key) {
    return settings.text(key).map(value -> settings.duration(key, MAX, MIN, MAX));
  }

  /** Reads the settings. */
  @ApplicationScoped
  static class Reader {
    @Produces
    InboxConfig read(Settings settings) {
      return InboxConfig.read(settings);
    }
  }
}
