package io.restante.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** One thread of a pipeline: takes what waits, has it run, hands the answers out. */
final class PipelineWorker<Q, R> implements Runnable {
  private final PipelineConfig config;
  private final Admission admission;
  private final BatchRunner<Q, R> runner;
  private final Executor executor;
  private final Queue<Ticket<Q, R>> waiting = new ArrayDeque<>();
  private boolean stopped;
  private int answering;
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

  /** Whether, by then, the thread has ended and all answers are out. */
  boolean awaitEnd(long deadlineNanos) {
    try {
      thread.join(millisUntil(deadlineNanos));
      return !thread.isAlive() && awaitAnswers(deadlineNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized boolean awaitAnswers(long deadlineNanos) throws InterruptedException {
    while (answering > 0 && System.nanoTime() < deadlineNanos) {
      wait(millisUntil(deadlineNanos));
    }
    return answering == 0;
  }

  /** At least one: to {@code join} and {@code wait}, zero is for ever. */
  private static long millisUntil(long deadlineNanos) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime()));
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
  private List<Ticket<Q, R>> take() {
    awaitWork();
    // Whoever is about to offer more goes first, if all processors are busy; if not, this is nothing.
    Thread.yield();
    return takeWaiting();
  }

  private synchronized void awaitWork() {
    while (waiting.isEmpty() && !stopped) {
      try {
        wait();
      } catch (InterruptedException e) {
        // The server interrupts managed threads when it stops. The thread ends by itself after
        // what it took; the mark is not set again, since it would break the database's calls.
        stopped = true;
      }
    }
  }

  private synchronized List<Ticket<Q, R>> takeWaiting() {
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
    answering(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      Ticket<Q, R> ticket = batch.get(i);
      Decision<R> decision = decisions.get(i);
      try {
        executor.execute(() -> answer(ticket, decision));
      } catch (RejectedExecutionException stopping) {
        answer(ticket, decision);
      }
    }
  }

  private void answer(Ticket<Q, R> ticket, Decision<R> decision) {
    try {
      ticket.settle(decision);
    } finally {
      answering(-1);
    }
  }

  private synchronized void answering(int more) {
    answering += more;
    if (answering == 0) {
      notifyAll();
    }
  }
}
