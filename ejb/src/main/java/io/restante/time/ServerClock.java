package io.restante.time;

import io.restante.config.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * Makes the clock that everything is given: UTC, whole milliseconds, as the database keeps them.
 *
 * <p>With {@code restante.clock.adjustable=true}, for tests only, the system property {@code
 * restante.clock.offset-millis} is added to it and may be changed while the server runs; it stands
 * still at {@code restante.clock.stopped-at-millis} while that is set.
 */
@ApplicationScoped
public class ServerClock {
  private Clock clock;

  /** For the container. */
  protected ServerClock() {}

  @Inject
  public ServerClock(Settings settings) {
    Clock system = Clock.tickMillis(java.time.ZoneOffset.UTC);
    clock =
        settings.flag("restante.clock.adjustable", false) ? new AdjustableClock(system) : system;
  }

  @Produces
  public Clock clock() {
    return clock;
  }

  private static final class AdjustableClock extends Clock {
    private final Clock base;

    AdjustableClock(Clock base) {
      this.base = base;
    }

    @Override
    public ZoneId getZone() {
      return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return new AdjustableClock(base.withZone(zone));
    }

    @Override
    public Instant instant() {
      Long stoppedAt = Long.getLong("restante.clock.stopped-at-millis");
      if (stoppedAt != null) {
        return Instant.ofEpochMilli(stoppedAt);
      }
      return base.instant()
          .plus(Duration.ofMillis(Long.getLong("restante.clock.offset-millis", 0)));
    }
  }
}
