package io.restante.bench;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param rounds of each scenario; the median counts
 * @param round how long one takes
 * @param warmUp how long the server is loaded before anything is measured: its compiler needs about
 *     a minute on two cores
 * @param stored how many envelopes the growth scenarios pile up, in steps
 */
record BenchForm(
    String name,
    int rounds,
    Duration round,
    Duration warmUp,
    int connections,
    int mailboxes,
    int[] stored) {
  /** Whether only one kind of submit is measured, again and again, for somebody with a profiler. */
  boolean isForProfiler() {
    return name.startsWith("profile");
  }

  /** Whether that kind is the batch of a hundred. */
  boolean isForBatchProfiler() {
    return name.equals("profile-batch");
  }

  /** Whether only what callbacks cost is measured. */
  boolean isForWakes() {
    return name.equals("wakes");
  }

  /** Whether it is worth being written down. */
  boolean isForTheRecord() {
    return name.equals("quick") || name.equals("full");
  }

  static BenchForm current() {
    return switch (System.getProperty("bench.form", "short")) {
      case "short" ->
          new BenchForm(
              "short",
              1,
              Duration.ofSeconds(1),
              Duration.ofSeconds(2),
              8,
              20,
              new int[] {0, 1_000});
      case "full" ->
          new BenchForm(
              "full",
              5,
              Duration.ofSeconds(8),
              Duration.ofSeconds(180),
              64,
              1_000,
              new int[] {0, 100_000, 1_000_000});
      case "quick" ->
          new BenchForm(
              "quick", 5, Duration.ofSeconds(5), Duration.ofSeconds(120), 64, 1_000, new int[] {0});
      case "profile", "profile-batch" ->
          new BenchForm(
              System.getProperty("bench.form"),
              5,
              Duration.ofSeconds(8),
              Duration.ofSeconds(120),
              64,
              1_000,
              new int[] {0});
      case "wakes" ->
          new BenchForm(
              "wakes", 1, Duration.ofSeconds(20), Duration.ofSeconds(60), 64, 1_000, new int[] {0});
      default ->
          throw new IllegalArgumentException(
              "bench.form is short, quick, full, wakes, profile or profile-batch");
    };
  }
}
