package io.restante.wake;

import io.restante.config.LiveConfig;
import io.restante.config.Settings;
import io.restante.time.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** The settings of wakes, read again while the application runs. */
@ApplicationScoped
class WakeSettings {
  private LiveConfig<WakeConfig> config;

  /** For the container. */
  protected WakeSettings() {}

  @Inject
  WakeSettings(Settings settings, Ticker ticker) {
    config = new LiveConfig<>(() -> WakeConfig.read(settings), ticker::nanos);
  }

  WakeConfig get() {
    return config.get();
  }
}
