package io.restante.time;

import io.restante.config.Settings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Time that only passes: it goes on evenly, whoever sets the machine's clock, and begins somewhere.
 * For waits and rates; never for a moment that anybody is told.
 *
 * <p>With {@code restante.clock.adjustable=true}, for tests only, the milliseconds of the system
 * property {@code restante.clock.passed-millis} have passed in addition. Lowering it takes no time
 * back.
 */
@ApplicationScoped
public class Ticker {
  private boolean adjustable;
  private final AtomicLong passed = new AtomicLong();

  /** For the container. */
  protected Ticker() {}

  @Inject
  public Ticker(Settings settings) {
    adjustable = settings.flag("restante.clock.adjustable", false);
  }

  public long nanos() {
    return adjustable ? System.nanoTime() + passed() : System.nanoTime();
  }

  private long passed() {
    long now = TimeUnit.MILLISECONDS.toNanos(Long.getLong("restante.clock.passed-millis", 0));
    return passed.accumulateAndGet(now, Math::max);
  }
}
