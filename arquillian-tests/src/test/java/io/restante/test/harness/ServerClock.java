package io.restante.test.harness;

import java.time.Duration;

/**
 * The clock of a server started with {@code restante.clock.adjustable}: the offset that it adds to
 * its time, and how much time it believes to have passed in addition. System properties, changed
 * live.
 */
final class ServerClock {

  private static final String OFFSET = "restante.clock.offset-millis";
  private static final String PASSED = "restante.clock.passed-millis";

  private final SystemProperties properties;
  private Duration offset = Duration.ZERO;
  private Duration passed = Duration.ZERO;

  ServerClock(SystemProperties properties) {
    this.properties = properties;
  }

  synchronized Duration offset() {
    return offset;
  }

  synchronized void setOffset(Duration wanted) {
    properties.set(OFFSET, Long.toString(wanted.toMillis()));
    offset = wanted;
  }

  synchronized void pass(Duration time) {
    passed = passed.plus(time);
    properties.set(PASSED, Long.toString(passed.toMillis()));
  }
}
