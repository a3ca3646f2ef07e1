package io.restante.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.restante.config.ConfigurationException;
import io.restante.config.MapConfig;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateLimitsTest {
  private final Map<String, String> settings = new HashMap<>();
  private final AtomicLong nanos = new AtomicLong(1_000);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  @Test
  void whoWaitsExactlyAsLongAsToldPassesAndNotSooner() {
    configure(RateLimit.READ, 6, 3);
    RateLimits limits = limits();
    take(limits, "anna", 3);

    for (int i = 0; i < 50; i++) {
      Duration wait = refusal(limits, "anna");
      pass(wait.minusNanos(1));
      assertThat(refusal(limits, "anna")).isEqualTo(Duration.ofNanos(1));
      pass(Duration.ofNanos(1));
      limits.take(RateLimit.READ, "anna");
      pass(Duration.ofNanos(i * 1_234_567L));
    }
  }

  @Test
  void whoeverIsRefusedIsToldToWait() {
    configure(RateLimit.READ, 7, 1);
    RateLimits limits = limits();
    take(limits, "anna", 1);

    for (int i = 0; i < 50; i++) {
      pass(refusal(limits, "anna").minusNanos(1));
      assertThat(refusal(limits, "anna")).isPositive();
      pass(Duration.ofNanos(2));
      limits.take(RateLimit.READ, "anna");
    }
  }

  @Test
  void beingRefusedCostsNothing() {
    configure(RateLimit.READ, 6, 1);
    RateLimits limits = limits();
    take(limits, "anna", 1);

    for (int i = 0; i < 1_000; i++) {
      assertThat(refusal(limits, "anna")).isEqualTo(Duration.ofSeconds(10));
    }
    pass(Duration.ofSeconds(10));

    limits.take(RateLimit.READ, "anna");
  }

  @Test
  void eachCallerHasItsOwnAndEachLimitToo() {
    configure(RateLimit.READ, 1, 1);
    configure(RateLimit.WRITE, 1, 1);
    RateLimits limits = limits();

    take(limits, "anna", 1);
    take(limits, "bert", 1);
    limits.take(RateLimit.WRITE, "anna");

    assertThat(refusal(limits, "anna")).isPositive();
    assertThat(refusal(limits, "bert")).isPositive();
  }

  @Test
  void longAbsenceGivesOneBurstAndNoMore() {
    configure(RateLimit.READ, 60, 5);
    RateLimits limits = limits();
    take(limits, "anna", 5);
    pass(Duration.ofHours(1));
    take(limits, "anna", 5);

    assertThat(refusal(limits, "anna")).isEqualTo(Duration.ofSeconds(1));
    pass(Duration.ofDays(30));
    take(limits, "anna", 5);
    assertThat(refusal(limits, "anna")).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whatIsCountedInAdditionIsOwed() {
    configure(RateLimit.SUBMIT, 60, 10);
    RateLimits limits = limits();
    limits.take(RateLimit.SUBMIT, "anna");
    limits.takeMore(RateLimit.SUBMIT, "anna", 99);

    assertThat(refusal(limits, RateLimit.SUBMIT, "anna")).isEqualTo(Duration.ofSeconds(91));
    pass(Duration.ofSeconds(91));
    limits.take(RateLimit.SUBMIT, "anna");
    assertThat(refusal(limits, RateLimit.SUBMIT, "anna")).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void requiringOneTakesNone() {
    configure(RateLimit.UNAUTHENTICATED, 60, 1);
    RateLimits limits = limits();

    limits.require(RateLimit.UNAUTHENTICATED, "a");
    limits.require(RateLimit.UNAUTHENTICATED, "a");
    limits.spend(RateLimit.UNAUTHENTICATED, "a");
    limits.spend(RateLimit.UNAUTHENTICATED, "a");

    assertThatThrownBy(() -> limits.require(RateLimit.UNAUTHENTICATED, "a"))
        .isInstanceOf(RestanteException.class);
    pass(Duration.ofSeconds(1));
    limits.require(RateLimit.UNAUTHENTICATED, "a");
  }

  @Test
  void lowerRateCountsForThoseWhoAreThereAndGivesNoBurst() {
    configure(RateLimit.READ, 600, 100);
    RateLimits limits = limits();
    take(limits, "anna", 50);
    configure(RateLimit.READ, 6, 10);
    pass(Duration.ofSeconds(2));

    take(limits, "anna", 10);
    assertThat(refusal(limits, "anna")).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void higherRateFillsFasterAndGivesNoBurst() {
    configure(RateLimit.READ, 6, 2);
    RateLimits limits = limits();
    take(limits, "anna", 2);
    configure(RateLimit.READ, 600, 1_000);
    pass(Duration.ofSeconds(2));

    Duration wait = refusal(limits, "anna");
    assertThat(wait).isLessThanOrEqualTo(Duration.ofMillis(100));
    pass(wait);
    take(limits, "anna", 1);
    assertThat(refusal(limits, "anna")).isLessThanOrEqualTo(Duration.ofMillis(100));
  }

  @Test
  void limitIsLiftedAndSetAgainWhileRunning() {
    configure(RateLimit.READ, 1, 1);
    RateLimits limits = limits();
    take(limits, "anna", 1);

    settings.put("restante.ratelimit.read.per-minute", "unlimited");
    pass(Duration.ofSeconds(2));
    take(limits, "anna", 100_000);

    configure(RateLimit.READ, 1, 1);
    pass(Duration.ofSeconds(2));
    assertThat(refusal(limits, "anna")).isPositive();
  }

  @Test
  void floodOfAddressesIsBoundedAndDropsNoPrincipal() {
    configure(RateLimit.READ, 1, 1);
    configure(RateLimit.ADDRESS, 1, 1);
    RateLimits limits = limits();
    take(limits, "anna", 1);

    IntStream.range(0, 4 * Buckets.MOST)
        .forEach(i -> limits.take(RateLimit.ADDRESS, "address " + i));

    assertThat(callers(RateLimit.ADDRESS)).isLessThanOrEqualTo(Buckets.MOST).isPositive();
    assertThat(callers(RateLimit.READ)).isEqualTo(1);
    assertThat(refusal(limits, "anna")).isPositive();
  }

  @Test
  void whoStaysAwayIsForgotten() {
    configure(RateLimit.READ, 1, 60);
    RateLimits limits = limits();
    IntStream.range(0, 1_000).forEach(i -> take(limits, "caller " + i, 1));
    pass(Duration.ofHours(2));

    assertThat(callers(RateLimit.READ)).isZero();
  }

  @Test
  void refusalsAreCountedByLimit() {
    configure(RateLimit.READ, 1, 1);
    RateLimits limits = limits();
    take(limits, "anna", 1);
    refusal(limits, "anna");
    refusal(limits, "anna");

    assertThat(
            meters.get("restante_ratelimit_refusals_total").tag("limit", "read").counter().count())
        .isEqualTo(2);
    assertThat(meters.get("restante_ratelimit_refusals_total").counters())
        .hasSize(RateLimit.values().length);
  }

  @ParameterizedTest
  @CsvSource({
    "restante.ratelimit.read.per-minute, 0",
    "restante.ratelimit.read.per-minute, -1",
    "restante.ratelimit.read.per-minute, 1.5",
    "restante.ratelimit.read.per-minute, none",
    "restante.ratelimit.read.per-minute, 100000001",
    "restante.ratelimit.refused.burst, 0",
    "restante.ratelimit.refused.burst, 3601",
    "restante.ratelimit.refused.burst, unlimited"
  })
  void wrongRateIsRefusedByName(String setting, String value) {
    settings.put(setting, value);

    assertThatThrownBy(this::limits)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("Setting " + setting + " is \"" + value + "\"");
  }

  @Test
  void burstThatIsNotSaidIsNoMoreThanAnHourBringsBack() {
    settings.put("restante.ratelimit.read.per-minute", "1");
    RateLimits limits = limits();

    take(limits, "anna", 60);
    assertThat(refusal(limits, "anna")).isEqualTo(Duration.ofMinutes(1));
  }

  private RateLimits limits() {
    return new RateLimits(() -> RateConfig.read(MapConfig.settings(settings)), nanos::get, meters);
  }

  private void configure(RateLimit limit, int perMinute, int burst) {
    String prefix = "restante.ratelimit." + limit.text();
    settings.put(prefix + ".per-minute", Integer.toString(perMinute));
    settings.put(prefix + ".burst", Integer.toString(burst));
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private double callers(RateLimit limit) {
    return meters.get("restante_ratelimit_callers").tag("limit", limit.text()).gauge().value();
  }

  private static void take(RateLimits limits, String caller, int times) {
    for (int i = 0; i < times; i++) {
      limits.take(RateLimit.READ, caller);
    }
  }

  private static Duration refusal(RateLimits limits, String caller) {
    return refusal(limits, RateLimit.READ, caller);
  }

  private static Duration refusal(RateLimits limits, RateLimit limit, String caller) {
    List<Duration> waits = new ArrayList<>();
    assertThatThrownBy(() -> limits.take(limit, caller))
        .isInstanceOfSatisfying(
            RestanteException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(ErrorCode.RATE_LIMITED);
              waits.add(refusal.retryAfter().orElseThrow());
            });
    return waits.get(0);
  }
}
