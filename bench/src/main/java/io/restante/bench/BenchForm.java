package io.restante.bench;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param rounds of each scenario; the median counts
 * @param round how long one takes
 * @param warmUp how long the server is loaded before anything is measured: its compiler needs two
 *     to three minutes on two cores
 * @param stored how many envelopes or messages the growth scenarios pile up, in steps
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

  /** Whether messages are received and acknowledged for the profiler. */
  boolean isForReceiveProfiler() {
    return name.equals("profile-queues-receive");
  }

  /** Whether that kind is the batch of a hundred. */
  boolean isForBatchProfiler() {
    return name.equals("profile-batch");
  }

  /** Whether only what callbacks cost is measured. */
  boolean isForWakes() {
    return name.equals("wakes");
  }

  /** Whether mailboxes are measured. */
  boolean hasMailboxes() {
    return !isForQueues();
  }

  /** Whether queues are measured; the short form has both. */
  boolean hasQueues() {
    return isForQueues() || name.equals("short");
  }

  /** Whether queues are measured, and nothing else. */
  boolean isForQueues() {
    return name.contains("queues");
  }

  /**
   * How long a round of a scenario with queues takes: in the short form, just long enough to run.
   */
  Duration queueRound() {
    return name.equals("short") ? round.dividedBy(5) : round;
  }

  /** Whether it is worth being written down. */
  boolean isForTheRecord() {
    return name.equals("quick") || name.equals("full") || name.equals("queues");
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
      case "queues" ->
          new BenchForm(
              "queues",
              5,
              Duration.ofSeconds(5),
              Duration.ofSeconds(480),
              64,
              0,
              new int[] {0, 100_000, 1_000_000});
      case "profile-queues-enqueue", "profile-queues-receive" ->
          new BenchForm(
              System.getProperty("bench.form"),
              5,
              Duration.ofSeconds(12),
              Duration.ofSeconds(100),
              64,
              0,
              new int[] {250_000});
      case "wakes" ->
          new BenchForm(
              "wakes", 1, Duration.ofSeconds(20), Duration.ofSeconds(60), 64, 1_000, new int[] {0});
      default ->
          throw new IllegalArgumentException(
              "bench.form is short, quick, full, wakes, queues, profile, profile-batch,"
                  + " profile-queues-enqueue or profile-queues-receive");
    };
  }
}
