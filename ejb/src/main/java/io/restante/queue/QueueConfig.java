package io.restante.queue;

import io.restante.config.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Duration;

/**
 * Settings of queues.
 *
 * @param finishedMaxAge how long it is remembered that a message is at its end, and its id is
 *     taken; {@code restante.queue.finished.max-age}
 */
record QueueConfig(Duration finishedMaxAge) {
  private static final Duration MIN = Duration.ofMinutes(1);
  private static final Duration MAX = Duration.ofDays(3650);

  static QueueConfig read(Settings settings) {
    return new QueueConfig(
        settings.duration("restante.queue.finished.max-age", Duration.ofDays(30), MIN, MAX));
  }

  /** Reads the settings. */
  @ApplicationScoped
  static class Reader {
    @Produces
    QueueConfig read(Settings settings) {
      return QueueConfig.read(settings);
    }
  }
}
