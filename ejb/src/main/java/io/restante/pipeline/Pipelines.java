package io.restante.pipeline;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.restante.config.Settings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Starts the pipelines of this node, each with workers of its own, all with the same answerers and
 * the same threads that wait for locks.
 */
@ApplicationScoped
public class Pipelines {
  /** Each waits with a connection of the pool: far fewer than it has. */
  private static final int LOCK_WAITS = 8;

  @Inject private Settings settings;
  @Inject private Instance<MeterRegistry> serversMeters;
  @Resource private ManagedThreadFactory threads;

  private ExecutorService answers;
  private ExecutorService lockWaits;

  @PostConstruct
  void start() {
    answers = Executors.newFixedThreadPool(answerThreads(), threads);
    lockWaits = Executors.newFixedThreadPool(LOCK_WAITS, threads);
  }

  /** They wait for nothing: more of them than cores would only push each other aside (ADR 23). */
  private int answerThreads() {
    int cores = Runtime.getRuntime().availableProcessors();
    return (int) settings.number("restante.pipeline.answer-threads", cores + 1, 1, 256);
  }

  /** Starts one; whoever does so closes it. */
  public <Q, R> WritePipeline<Q, R> start(
      String name,
      ToLongFunction<Q> lane,
      Function<Q, RequestSize> size,
      BatchTransaction<Q, R> transaction) {
    return new WritePipeline<>(
        name,
        PipelineConfig.read(settings),
        lane,
        size,
        transaction,
        new PipelineResources(threads, answers, lockWaits, meters()));
  }

  /** The server's registry; one that nobody reads where the server has no Micrometer subsystem. */
  private MeterRegistry meters() {
    return serversMeters.isResolvable() ? serversMeters.get() : new SimpleMeterRegistry();
  }

  @PreDestroy
  void stop() {
    answers.shutdown();
    lockWaits.shutdown();
  }
}
