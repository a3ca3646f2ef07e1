package io.restante.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured: samples under stable names, and ratios of their medians. */
final class Figures {
  private final Map<String, List<Double>> samples = new LinkedHashMap<>();
  private final Map<String, String> notes = new LinkedHashMap<>();
  private final Map<String, Double> ratios = new LinkedHashMap<>();

  void add(String name, double value) {
    samples.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
  }

  /** The times of a load: in the middle, and what one of a hundred takes at least. */
  void addMillis(String name, Load load) {
    add(name + ".p50Millis", load.micros().getValueAtPercentile(50) / 1e3);
    add(name + ".p99Millis", load.micros().getValueAtPercentile(99) / 1e3);
  }

  void note(String name, String text) {
    notes.put(name, text);
    System.out.println("[bench] " + name + ": " + text);
  }

  void ratio(String name, String ours, String theirs) {
    ratios.put(name, median(ours) / median(theirs));
  }

  double median(String name) {
    List<Double> sorted = sorted(name);
    return sorted.get(sorted.size() / 2);
  }

  double min(String name) {
    return sorted(name).get(0);
  }

  double max(String name) {
    List<Double> sorted = sorted(name);
    return sorted.get(sorted.size() - 1);
  }

  List<String> names() {
    return List.copyOf(samples.keySet());
  }

  Map<String, Double> ratios() {
    return Collections.unmodifiableMap(ratios);
  }

  Map<String, String> notes() {
    return Collections.unmodifiableMap(notes);
  }

  private List<Double> sorted(String name) {
    List<Double> sorted = new ArrayList<>(samples.get(name));
    Collections.sort(sorted);
    return sorted;
  }
}
