package io.restante.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** One thread of a pipeline: takes what waits, has it run, hands the answers out. */
final class PipelineWorker<Q, R> implements Runnable {
  private final PipelineConfig config;
  private final Admission admission;
  private final BatchRunner<Q, R> runner;
  private final Executor executor;
  private final Queue<Ticket<Q, R>> waiting = new ArrayDeque<>();
  private boolean stopped;
  private Thread thread;

  PipelineWorker(
      PipelineConfig config, Admission admission, BatchRunner<Q, R> runner, Executor executor) {
    this.config = config;
    this.admission = admission;
    this.runner = runner;
    this.executor = executor;
  }

  void startOn(Thread aThread) {
    thread = aThread;
    aThread.start();
  }

  /** Whether the request was taken; after a stop, none is. */
  synchronized boolean offer(Ticket<Q, R> ticket) {
    if (stopped) {
      return false;
    }
    waiting.add(ticket);
    notifyAll();
    return true;
  }

  synchronized void stop() {
    stopped = true;
    notifyAll();
  }

  boolean awaitEnd(Duration most) {
    try {
      thread.join(Math.max(1, most.toMillis()));
      return !thread.isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void run() {
    List<Ticket<Q, R>> batch = take();
    while (!batch.isEmpty()) {
      admission.leave(
          batch.size(), batch.stream().mapToLong(ticket -> ticket.size().bytes()).sum());
      settle(batch, runner.run(batch));
      batch = take();
    }
  }

  /** Waits for work; an empty batch means that there will be no more. */
  private synchronized List<Ticket<Q, R>> take() {
    while (waiting.isEmpty() && !stopped) {
      try {
        wait();
      } catch (InterruptedException e) {
        // The server interrupts managed threads when it stops. The thread ends by itself after
        // what it took; the mark is not set again, since it would break the database's calls.
        stopped = true;
      }
    }
    List<Ticket<Q, R>> batch = new ArrayList<>();
    long units = 0;
    long bytes = 0;
    while (!waiting.isEmpty()) {
      RequestSize next = waiting.peek().size();
      units += next.units();
      bytes += next.bytes();
      boolean full = units > config.batchUnits() || bytes > config.batchBytes();
      if (full && !batch.isEmpty()) {
        break;
      }
      batch.add(waiting.remove());
    }
    return batch;
  }

  /** Whatever depends on an answer, a slow client's connection too, must not hold the worker. */
  private void settle(List<Ticket<Q, R>> batch, List<Decision<R>> decisions) {
    for (int i = 0; i < batch.size(); i++) {
      Ticket<Q, R> ticket = batch.get(i);
      Decision<R> decision = decisions.get(i);
      try {
        executor.execute(() -> ticket.settle(decision));
      } catch (RejectedExecutionException stopping) {
        ticket.settle(decision);
      }
    }
  }
}
