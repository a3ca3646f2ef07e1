package io.restante.ratelimit;

import io.restante.config.Settings;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rates of {@code restante.ratelimit.<limit>.per-minute} and {@code .burst}.
 *
 * @param rates by limit; what is unlimited is absent
 */
record RateConfig(Map<RateLimit, Rate> rates) {
  private static final String PREFIX = "restante.ratelimit.";
  private static final String UNLIMITED = "unlimited";
  private static final long MOST = 100_000_000;

  /** The burst is at most what comes back in this time, so that an idle bucket can be dropped. */
  static final int MINUTES_TO_FULL = 60;

  RateConfig {
    rates = Map.copyOf(rates);
  }

  static RateConfig read(Settings settings) {
    Map<RateLimit, Rate> rates = new EnumMap<>(RateLimit.class);
    for (RateLimit limit : RateLimit.values()) {
      rate(settings, limit).ifPresent(rate -> rates.put(limit, rate));
    }
    return new RateConfig(rates);
  }

  Optional<Rate> of(RateLimit limit) {
    return Optional.ofNullable(rates.get(limit));
  }

  private static Optional<Rate> rate(Settings settings, RateLimit limit) {
    String perMinute = PREFIX + limit.text() + ".per-minute";
    if (settings.text(perMinute).filter(UNLIMITED::equals).isPresent()) {
      return Optional.empty();
    }
    long rate = settings.number(perMinute, limit.standard().perMinute(), 1, MOST);
    long mostBurst = Math.min(MOST, rate * MINUTES_TO_FULL);
    long burst =
        settings.number(
            PREFIX + limit.text() + ".burst",
            Math.min(limit.standard().burst(), mostBurst),
            1,
            mostBurst);
    return Optional.of(new Rate(rate, burst));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("rate limits");
    for (RateLimit limit : RateLimit.values()) {
      text.append(text.indexOf(":") < 0 ? ": " : "; ")
          .append(limit.text())
          .append(' ')
          .append(of(limit).map(Rate::toString).orElse(UNLIMITED));
    }
    return text.toString();
  }
}
