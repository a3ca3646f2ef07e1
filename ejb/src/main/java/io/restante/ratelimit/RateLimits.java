package io.restante.ratelimit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.restante.config.LiveConfig;
import io.restante.config.Settings;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.time.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Lets callers pass at their rate, and refuses the others with the time to wait. Every node counts
 * for itself, in memory: after a start all buckets are full. Rates may be changed while it runs.
 *
 * <p>Buckets are filled by {@link Ticker}, so setting the clock neither locks anybody out nor gives
 * anybody more.
 */
@ApplicationScoped
public class RateLimits {
  private LiveConfig<RateConfig> config;
  private final Map<RateLimit, Buckets> buckets = new EnumMap<>(RateLimit.class);
  private final Map<RateLimit, Counter> refusals = new EnumMap<>(RateLimit.class);

  /** For the container. */
  protected RateLimits() {}

  @Inject
  public RateLimits(Settings settings, Ticker ticker, Instance<MeterRegistry> serversMeters) {
    this(
        () -> RateConfig.read(settings),
        ticker::nanos,
        serversMeters.isResolvable() ? serversMeters.get() : new SimpleMeterRegistry());
  }

  /**
   * The meters are made by the registry's own methods: what a builder registers on WildFly is never
   * published.
   */
  RateLimits(Supplier<RateConfig> reader, LongSupplier nanos, MeterRegistry meters) {
    config = new LiveConfig<>(reader, nanos);
    for (RateLimit limit : RateLimit.values()) {
      Tags tags = Tags.of("limit", limit.text());
      Buckets own = new Buckets(nanos);
      buckets.put(limit, own);
      meters.gauge("restante_ratelimit_callers", tags, own, Buckets::count);
      refusals.put(limit, meters.counter("restante_ratelimit_refusals_total", tags));
    }
  }

  /**
   * Counts one for the caller.
   *
   * @throws RestanteException RATE_LIMITED, with the time after which one more will pass
   */
  public void take(RateLimit limit, String caller) {
    rate(limit)
        .flatMap(rate -> buckets.get(limit).take(caller, rate))
        .ifPresent(wait -> refuse(limit, wait));
  }

  /**
   * Counts more for a request that was counted as one and let pass. It is never refused: what the
   * bucket does not hold is owed, and the next requests wait until it has come back.
   */
  public void takeMore(RateLimit limit, String caller, int more) {
    if (more > 0) {
      rate(limit).ifPresent(rate -> buckets.get(limit).owe(caller, rate, more));
    }
  }

  /**
   * Counts nothing.
   *
   * @throws RestanteException RATE_LIMITED if not even one would pass
   */
  public void require(RateLimit limit, String caller) {
    rate(limit)
        .flatMap(rate -> buckets.get(limit).waitFor(caller, rate))
        .ifPresent(wait -> refuse(limit, wait));
  }

  /** Counts one for the caller if there is one left, and refuses nothing. */
  public void spend(RateLimit limit, String caller) {
    rate(limit).ifPresent(rate -> buckets.get(limit).take(caller, rate));
  }

  /** What holds at present, for the log. */
  String describe() {
    return config.get().toString();
  }

  private Optional<Rate> rate(RateLimit limit) {
    return config.get().of(limit);
  }

  private void refuse(RateLimit limit, Duration wait) {
    refusals.get(limit).increment();
    throw new RestanteException(
        ErrorCode.RATE_LIMITED,
        "There are too many " + limit.what() + "; wait before the next.",
        wait);
  }
}
