package io.restante.test.queue;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How long requests took, by what they were and by when they began. For a log; nobody judges. */
final class Latencies {

  private final Collection<Sample> samples = new ConcurrentLinkedQueue<>();

  private record Sample(String what, long begin, long nanos) {}

  void add(String what, long begin, long end) {
    samples.add(new Sample(what, begin, end - begin));
  }

  /** Those that began within a time, as one line. */
  String between(String name, long from, long until) {
    return Stream.of("enqueue", "receive", "ack")
        .map(what -> what + " " + percentiles(nanos(what, from, until)))
        .collect(Collectors.joining(", ", name + ": ", ""));
  }

  private List<Long> nanos(String what, long from, long until) {
    return samples.stream()
        .filter(sample -> sample.what().equals(what))
        .filter(sample -> sample.begin() - from >= 0 && sample.begin() - until < 0)
        .map(Sample::nanos)
        .sorted()
        .toList();
  }

  private static String percentiles(List<Long> sorted) {
    return sorted.isEmpty()
        ? "none"
        : "%d p50 %.1f p99 %.1f max %.1f ms"
            .formatted(
                sorted.size(), millis(sorted, 0.50), millis(sorted, 0.99), millis(sorted, 1));
  }

  private static double millis(List<Long> sorted, double share) {
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1) / 1e6;
  }
}
