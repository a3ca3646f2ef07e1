package io.restante.server;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for a condition outside this JVM, which nothing can signal. */
final class Waiting {

  private static final long PAUSE_MILLIS = 50;

  private Waiting() {}

  /** Returns whether the condition became true in time. */
  static boolean until(Duration limit, BooleanSupplier condition) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      pause();
    }
    return true;
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a server", e);
    }
  }
}
