package io.restante.pipeline;

import io.restante.config.Settings;

/**
 * The bounds of a pipeline.
 *
 * @param workers threads, each with its share of the lanes; half the cores, see ADR 1
 * @param batchUnits the most units of work that one transaction carries, unless one request is more
 * @param batchBytes the most bytes that one transaction carries, unless one request is larger
 * @param waitingRequests the most that wait before callers are turned away
 * @param waitingBytes the most bytes that wait before callers are turned away
 */
public record PipelineConfig(
    int workers, int batchUnits, long batchBytes, int waitingRequests, long waitingBytes) {
  private static final long MIB = 1L << 20;

  /** Reads {@code restante.pipeline.*}. */
  public static PipelineConfig read(Settings settings) {
    int halfOfCores = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    return new PipelineConfig(
        (int) settings.number("restante.pipeline.workers", halfOfCores, 1, 64),
        (int) settings.number("restante.pipeline.batch-units", 256, 1, 4_096),
        settings.number("restante.pipeline.batch-bytes", 4 * MIB, 1, 256 * MIB),
        (int) settings.number("restante.pipeline.waiting-requests", 10_000, 1, 1_000_000),
        settings.number("restante.pipeline.waiting-bytes", 64 * MIB, 1, 4_096 * MIB));
  }
}
