package io.restante.pipeline;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The metrics of a pipeline, under its name; nothing of what it carries is in them.
 *
 * <p>They are made by the registry's own methods, not by the meters' builders: what a builder
 * registers with the registry of a WildFly deployment is never published (seen on 39.0.1).
 */
final class PipelineMetrics {
  /** Requests that one transaction carried. */
  private final DistributionSummary requests;

  /** From the request's arrival until its batch began. */
  private final Timer waits;

  /** A batch, with its commit and repetitions. */
  private final Timer transactions;

  /** Batches that the database asked to repeat. */
  private final Counter repetitions;

  /** Batches that were run request by request. */
  private final Counter splits;

  /** Requests that waited for rows which somebody else had locked. */
  private final Counter contended;

  /** Requests that were turned away. */
  private final Counter overloads;

  PipelineMetrics(MeterRegistry meters, String pipeline, Admission admission) {
    Tags tags = Tags.of("pipeline", pipeline);
    meters.gauge("restante_pipeline_waiting_requests", tags, admission, Admission::waiting);
    requests = meters.summary("restante_pipeline_batch_requests", tags);
    waits = meters.timer("restante_pipeline_wait_seconds", tags);
    transactions = meters.timer("restante_pipeline_transaction_seconds", tags);
    repetitions = meters.counter("restante_pipeline_repetitions_total", tags);
    splits = meters.counter("restante_pipeline_splits_total", tags);
    contended = meters.counter("restante_pipeline_contended_total", tags);
    overloads = meters.counter("restante_pipeline_overloads_total", tags);
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

  void contended(int count) {
    contended.increment(count);
  }

  void overloaded() {
    overloads.increment();
  }
}
