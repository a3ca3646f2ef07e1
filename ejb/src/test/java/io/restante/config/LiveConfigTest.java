package io.restante.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LiveConfigTest {
  private static final Logger LOGGER = Logger.getLogger(LiveConfig.class.getName());

  private final Map<String, String> values = new HashMap<>(Map.of("a", "1"));
  private final Settings settings = MapConfig.settings(values);
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final AtomicInteger reads = new AtomicInteger();
  private final Log log = new Log();

  @BeforeEach
  void listen() {
    LOGGER.addHandler(log);
  }

  @AfterEach
  void listenNoMore() {
    LOGGER.removeHandler(log);
  }

  @Test
  void changeCountsAfterTwoSecondsAndIsReadNoOftener() {
    LiveConfig<Long> config = config();
    values.put("a", "2");

    pass(1_999);
    assertThat(config.get()).isEqualTo(1);
    pass(1);
    assertThat(config.get()).isEqualTo(2);
    assertThat(config.get()).isEqualTo(2);
    assertThat(reads).hasValue(2);
  }

  @Test
  void wrongValueAtTheStartIsThrown() {
    values.put("a", "many");

    assertThatThrownBy(this::config)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("Setting a is \"many\"; allowed is a whole number of 1 to 9.");
  }

  @Test
  void wrongValueLaterLeavesTheFormerAndIsToldOnce() {
    LiveConfig<Long> config = config();
    values.put("a", "10");

    for (int i = 0; i < 5; i++) {
      pass(2_000);
      assertThat(config.get()).isEqualTo(1);
    }

    assertThat(log.messages)
        .containsExactly(
            "Setting a is \"10\"; allowed is 1 to 9."
                + " Until it is corrected, what was in force stays so: 1.");
  }

  @Test
  void anotherWrongValueIsToldAndTheCorrectedOneCounts() {
    LiveConfig<Long> config = config();
    for (String value : List.of("10", "11", "3", "10")) {
      values.put("a", value);
      pass(2_000);
      config.get();
    }

    assertThat(config.get()).isEqualTo(3);
    assertThat(log.messages).hasSize(4);
    assertThat(log.messages.get(2)).isEqualTo("Changed while running: 3.");
  }

  private LiveConfig<Long> config() {
    return new LiveConfig<>(
        () -> {
          reads.incrementAndGet();
          return settings.number("a", 5, 1, 9);
        },
        nanos::get);
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private static final class Log extends Handler {
    private final List<String> messages = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      messages.add(new java.util.logging.SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
