package io.restante.pipeline;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** When waiting ends. */
record Deadline(long nanoTime) {
  static Deadline in(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  boolean isOver() {
    return System.nanoTime() - nanoTime >= 0;
  }

  /** At least one: to {@code join} and {@code wait}, zero is for ever. */
  long millis() {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanoTime - System.nanoTime()));
  }
}
