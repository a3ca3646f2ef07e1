package io.restante.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.TokensInheritanceStrategy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The buckets of one limit, one for each caller, at most {@value #MOST}.
 *
 * <p>A caller that is new finds a full bucket. A bucket that nobody used for two hours is full
 * again and is dropped; beyond the most, those used least are. Each limit has buckets of its own,
 * so a flood of addresses drops no principal's, and only who owns as many principals could drop
 * one's.
 */
final class Buckets {
  static final int MOST = 50_000;

  private final TimeMeter meter;
  private final Cache<String, Entry> entries;

  /**
   * @param nanos time that only passes
   */
  Buckets(LongSupplier nanos) {
    meter = new Meter(nanos);
    entries =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterAccess(Duration.ofMinutes(2 * RateConfig.MINUTES_TO_FULL))
            .ticker(nanos::getAsLong)
            .build();
  }

  /**
   * Takes a token, if there is one.
   *
   * @return empty if it took it; otherwise how long it is until there is one
   */
  Optional<Duration> take(String caller, Rate rate) {
    ConsumptionProbe probe = bucket(caller, rate).tryConsumeAndReturnRemaining(1);
    return probe.isConsumed()
        ? Optional.empty()
        : Optional.of(wholeNanos(probe.getNanosToWaitForRefill()));
  }

  /** How long it is until there is a token, empty if there is one; takes none. */
  Optional<Duration> waitFor(String caller, Rate rate) {
    EstimationProbe probe = bucket(caller, rate).estimateAbilityToConsume(1);
    return probe.canBeConsumed()
        ? Optional.empty()
        : Optional.of(wholeNanos(probe.getNanosToWaitForRefill()));
  }

  /** Takes so many tokens, whether or not they are there. */
  void owe(String caller, Rate rate, long tokens) {
    bucket(caller, rate).consumeIgnoringRateLimits(tokens);
  }

  /** How many callers have one. */
  long count() {
    entries.cleanUp();
    return entries.estimatedSize();
  }

  /** A token may come back within a nanosecond, of which Bucket4j tells the whole ones: none. */
  private static Duration wholeNanos(long nanos) {
    return Duration.ofNanos(Math.max(1, nanos));
  }

  private Bucket bucket(String caller, Rate rate) {
    return entries.get(caller, c -> new Entry(rate, meter)).with(rate);
  }

  /** A bucket and the rate that it has by now. */
  private static final class Entry {
    private final Bucket bucket;
    private volatile Rate rate;

    Entry(Rate rate, TimeMeter meter) {
      this.rate = rate;
      this.bucket =
          Bucket.builder()
              .withCustomTimePrecision(meter)
              .addLimit(configuration(rate).getBandwidths()[0])
              .build();
    }

    /** A change of the rate gives and takes no tokens, but for those that no longer fit. */
    Bucket with(Rate wanted) {
      if (!wanted.equals(rate)) {
        synchronized (this) {
          if (!wanted.equals(rate)) {
            bucket.replaceConfiguration(configuration(wanted), TokensInheritanceStrategy.AS_IS);
            rate = wanted;
          }
        }
      }
      return bucket;
    }

    private static BucketConfiguration configuration(Rate rate) {
      return BucketConfiguration.builder()
          .addLimit(
              limit ->
                  limit
                      .capacity(rate.burst())
                      .refillGreedy(rate.perMinute(), Duration.ofMinutes(1)))
          .build();
    }
  }

  private record Meter(LongSupplier nanos) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return nanos.getAsLong();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
