package io.restante.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.config.MapConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TickerTest {
  private static final String PASSED = "restante.clock.passed-millis";

  @AfterEach
  void clear() {
    System.clearProperty(PASSED);
  }

  @Test
  void timeThatIsSaidToHavePassedNeverComesBack() {
    Ticker ticker = new Ticker(MapConfig.settings(Map.of("restante.clock.adjustable", "true")));
    long before = ticker.nanos();
    System.setProperty(PASSED, "3600000");
    long after = ticker.nanos();
    System.setProperty(PASSED, "-3600000");

    assertThat(after - before).isGreaterThanOrEqualTo(Duration.ofHours(1).toNanos());
    assertThat(ticker.nanos()).isGreaterThanOrEqualTo(after);
  }

  @Test
  void itIsNotAdjustedUnlessConfigured() {
    Ticker ticker = new Ticker(MapConfig.settings(Map.of()));
    long before = ticker.nanos();
    System.setProperty(PASSED, "3600000");

    assertThat(ticker.nanos() - before).isLessThan(Duration.ofHours(1).toNanos());
  }
}
