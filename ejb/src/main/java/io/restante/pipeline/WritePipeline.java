package io.restante.pipeline;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;

/**
 * Carries concurrent writes into shared transactions.
 *
 * <p>A request goes to the worker of its lane (a mailbox, a queue), so on one node no two workers
 * wait for each other's row locks and a lane's requests keep their order. A worker takes all that
 * is waiting, up to the bounds, as one batch; while that commits, the next gathers by itself.
 * Nothing waits for company.
 *
 * <p>A worker does not wait for rows that somebody else has locked, another node or an
 * application's transaction, since its other lanes would wait with it. What needs them waits on
 * another thread, lane by lane, and what comes after it in the lane behind it.
 *
 * <p>A request is answered only after the commit, on the executor, never on the worker. A batch
 * that fails for a technical reason is repeated whole, then split, so that only the culprit fails.
 */
public final class WritePipeline<Q, R> implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(WritePipeline.class);
  private static final Duration DRAIN = Duration.ofSeconds(30);

  private final Admission admission;
  private final ToLongFunction<Q> lane;
  private final Function<Q, RequestSize> size;
  private final PipelineMetrics metrics;
  private final List<PipelineWorker<Q, R>> workers;

  /**
   * @param name of the threads
   * @param lane what a request belongs to; its requests keep their order
   * @param size how much a request is
   */
  public WritePipeline(
      String name,
      PipelineConfig config,
      ToLongFunction<Q> lane,
      Function<Q, RequestSize> size,
      BatchTransaction<Q, R> transaction,
      PipelineResources resources) {
    this.admission = new Admission(config.waitingRequests(), config.waitingBytes());
    this.lane = lane;
    this.size = size;
    this.metrics = new PipelineMetrics(resources.meters(), name, admission);
    BatchRunner<Q, R> runner = new BatchRunner<>(name, transaction, metrics);
    this.workers =
        IntStream.range(0, config.workers())
            .mapToObj(i -> new PipelineWorker<>(config, admission, runner, resources))
            .toList();
    for (int i = 0; i < workers.size(); i++) {
      Thread thread = resources.threads().newThread(workers.get(i));
      thread.setName("restante-" + name + "-" + i);
      workers.get(i).startOn(thread);
    }
  }

  /**
   * Does not block. The stage completes after the commit, or exceptionally with the refusal; with
   * OVERLOADED at once if too much is waiting.
   */
  public CompletionStage<R> submit(Q request) {
    RequestSize requestSize = size.apply(request);
    if (!admission.admit(requestSize.bytes())) {
      return turnedAway();
    }
    Ticket<Q, R> ticket = new Ticket<>(request, lane.applyAsLong(request), requestSize);
    int worker = (int) Math.floorMod(spread(ticket.lane()), (long) workers.size());
    if (!workers.get(worker).offer(ticket)) {
      admission.leave(1, requestSize.bytes());
      return turnedAway();
    }
    return ticket.answer();
  }

  /** Takes nothing more, finishes and answers what was taken, ends the threads; in 30 seconds. */
  @Override
  public void close() {
    workers.forEach(PipelineWorker::stop);
    Deadline deadline = Deadline.in(DRAIN);
    for (PipelineWorker<Q, R> worker : workers) {
      if (!worker.awaitEnd(deadline)) {
        LOG.warn("A pipeline did not finish in time; its callers get no answer.");
      }
    }
  }

  private CompletionStage<R> turnedAway() {
    metrics.overloaded();
    return CompletableFuture.failedStage(
        new RestanteException(
            ErrorCode.OVERLOADED,
            "More requests are waiting than are held.",
            Duration.ofSeconds(1)));
  }

  /** Ids are given one after the other; mixed, they fall evenly on any number of workers. */
  private static long spread(long lane) {
    long mixed = lane * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 32);
  }
}
