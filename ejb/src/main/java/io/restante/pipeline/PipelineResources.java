package io.restante.pipeline;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

/**
 * What the server lends to a pipeline.
 *
 * @param threads makes the workers' threads
 * @param executor runs whatever depends on an answer
 * @param lockWaits runs what waits for locks; as many of its tasks wait at once as it has threads
 * @param meters takes the pipeline's metrics
 */
public record PipelineResources(
    ThreadFactory threads, Executor executor, Executor lockWaits, MeterRegistry meters) {}
