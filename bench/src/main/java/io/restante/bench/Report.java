package io.restante.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the figures: a table for people, JSON for programs. */
final class Report {
  private final BenchForm form;
  private final Figures figures;

  Report(BenchForm form, Figures figures) {
    this.form = form;
    this.figures = figures;
  }

  String table() {
    StringBuilder table =
        new StringBuilder("| figure | median | min | max |\n|---|---:|---:|---:|\n");
    for (String name : figures.names()) {
      table.append(
          "| %s | %,.0f | %,.0f | %,.0f |%n"
              .formatted(name, figures.median(name), figures.min(name), figures.max(name)));
    }
    table.append("\n| ratio | |\n|---|---:|\n");
    figures
        .ratios()
        .forEach((name, ratio) -> table.append("| %s | %.2f |%n".formatted(name, ratio)));
    table.append("\n| note | |\n|---|---|\n");
    figures.notes().forEach((name, text) -> table.append("| %s | %s |%n".formatted(name, text)));
    return table.toString();
  }

  void writeDocument(Path document) throws IOException {
    String text = Files.exists(document) ? Files.readString(document) : "# Performance\n\n";
    String section = form.isForQueues() ? "measured queues" : "measured";
    String begin = "<!-- " + section + ": begin -->";
    String end = "<!-- " + section + ": end -->";
    String measured = begin + "\n" + head() + "\n" + table() + end;
    int from = text.indexOf(begin);
    Files.writeString(
        document,
        from < 0
            ? text + measured + "\n"
            : text.substring(0, from)
                + measured
                + text.substring(text.indexOf(end) + end.length()));
  }

  void writeJson(Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    Map<String, Double> medians = new LinkedHashMap<>();
    figures.names().forEach(name -> medians.put(name, figures.median(name)));
    json.put("form", form.name());
    json.put("medians", medians);
    json.put("ratios", figures.ratios());
    json.put("notes", figures.notes());
    Files.createDirectories(file.toAbsolutePath().getParent());
    new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), json);
  }

  private String head() {
    return """
    Measured %s with `./mvnw -Pbench%s`: %d cores, %s %s, Java %s, WildFly, MariaDB and driver on one
    machine; MariaDB flushes at every commit (innodb_flush_log_at_trx_commit=1, buffer pool 4 GiB);
    %d connections, %sbodies of %d bytes, %d rounds of %d s after %d s of warm-up. Messages
    per second unless a name says otherwise.
    """
        .formatted(
            Clock.systemUTC().instant().truncatedTo(ChronoUnit.MINUTES),
            form.name().equals("full") ? "" : " -Dbench.form=" + form.name(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.version().feature(),
            form.connections(),
            form.isForQueues() ? "" : form.mailboxes() + " mailboxes, ",
            RestSystem.BODY_BYTES,
            form.rounds(),
            form.round().toSeconds(),
            form.warmUp().toSeconds());
  }
}
