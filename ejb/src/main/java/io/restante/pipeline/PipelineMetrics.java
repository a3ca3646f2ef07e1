package io.restante.pipeline;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The metrics of a pipeline, under its name; nothing of what it carries is in them. */
final class PipelineMetrics {
  private static final String LABEL = "pipeline";

  private final DistributionSummary requests;
  private final Timer waits;
  private final Timer transactions;
  private final Counter repetitions;
  private final Counter splits;
  private final Counter overloads;

  PipelineMetrics(MeterRegistry meters, String pipeline) {
    requests =
        DistributionSummary.builder("restante_pipeline_batch_requests")
            .description("Requests that one transaction carried")
            .tag(LABEL, pipeline)
            .register(meters);
    waits =
        Timer.builder("restante_pipeline_wait_seconds")
            .description("How long a request waited for its batch to begin")
            .tag(LABEL, pipeline)
            .register(meters);
    transactions =
        Timer.builder("restante_pipeline_transaction_seconds")
            .description("How long a batch took, its commit and repetitions included")
            .tag(LABEL, pipeline)
            .register(meters);
    repetitions =
        counter(meters, pipeline, "repetitions", "Batches that the database asked to repeat");
    splits = counter(meters, pipeline, "splits", "Batches that were run request by request");
    overloads = counter(meters, pipeline, "overloads", "Requests that were turned away");
  }

  void begins(List<? extends Ticket<?, ?>> batch) {
    requests.record(batch.size());
    long now = System.nanoTime();
    batch.forEach(ticket -> waits.record(now - ticket.since(), TimeUnit.NANOSECONDS));
  }

  <T> T timed(Supplier<T> batch) {
    return transactions.record(batch);
  }

  void repeated() {
    repetitions.increment();
  }

  void split() {
    splits.increment();
  }

  void overloaded() {
    overloads.increment();
  }

  private static Counter counter(
      MeterRegistry meters, String pipeline, String what, String description) {
    return Counter.builder("restante_pipeline_" + what + "_total")
        .description(description)
        .tag(LABEL, pipeline)
        .register(meters);
  }
}
