package io.restante.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * One thread of a pipeline: takes what waits, has it run, hands the answers out. What waits for
 * locks runs elsewhere meanwhile.
 */
final class PipelineWorker<Q, R> implements Runnable {
  private final Admission admission;
  private final BatchRunner<Q, R> runner;
  private final PipelineResources resources;
  private final Backlog<Q, R> backlog;
  private int answering;
  private Thread thread;

  PipelineWorker(
      PipelineConfig config,
      Admission admission,
      BatchRunner<Q, R> runner,
      PipelineResources resources) {
    this.admission = admission;
    this.runner = runner;
    this.resources = resources;
    this.backlog = new Backlog<>(config);
  }

  void startOn(Thread aThread) {
    thread = aThread;
    aThread.start();
  }

  /** Whether the request was taken; after a stop, none is. */
  boolean offer(Ticket<Q, R> ticket) {
    return backlog.offer(ticket);
  }

  void stop() {
    backlog.stop();
  }

  /** Whether, by then, the thread has ended, nothing waits for locks, and all answers are out. */
  boolean awaitEnd(Deadline deadline) {
    try {
      thread.join(deadline.millis());
      return !thread.isAlive() && backlog.awaitUncontended(deadline) && awaitAnswers(deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized boolean awaitAnswers(Deadline deadline) throws InterruptedException {
    while (answering > 0 && !deadline.isOver()) {
      wait(deadline.millis());
    }
    return answering == 0;
  }

  @Override
  public void run() {
    List<Ticket<Q, R>> batch = backlog.take();
    while (!batch.isEmpty()) {
      run(batch, false);
      batch = backlog.take();
    }
  }

  private void run(List<Ticket<Q, R>> batch, boolean waitingForLocks) {
    admission.leave(batch.size(), bytes(batch));
    settle(batch, runner.run(batch, waitingForLocks));
  }

  /** Whatever depends on an answer, a slow client's connection too, must not hold the worker. */
  private void settle(List<Ticket<Q, R>> batch, List<Decision<R>> decisions) {
    List<Ticket<Q, R>> contended = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      if (decisions.get(i).isContended()) {
        contended.add(batch.get(i));
      } else {
        handOut(batch.get(i), decisions.get(i));
      }
    }
    if (!contended.isEmpty()) {
      admission.comeBack(contended.size(), bytes(contended));
      backlog.postpone(contended).forEach(this::workOff);
    }
  }

  /** Runs a batch of a contended lane where waiting for locks holds nobody up but its lane. */
  private void workOff(long lane) {
    Runnable piece =
        () -> {
          run(backlog.takeContended(lane), true);
          if (!backlog.giveBack(lane)) {
            workOff(lane);
          }
        };
    try {
      resources.lockWaits().execute(piece);
    } catch (RejectedExecutionException stopping) {
      piece.run();
    }
  }

  private void handOut(Ticket<Q, R> ticket, Decision<R> decision) {
    answering(1);
    try {
      resources.executor().execute(() -> answer(ticket, decision));
    } catch (RejectedExecutionException stopping) {
      answer(ticket, decision);
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

  private static long bytes(List<? extends Ticket<?, ?>> tickets) {
    return tickets.stream().mapToLong(ticket -> ticket.size().bytes()).sum();
  }
}
