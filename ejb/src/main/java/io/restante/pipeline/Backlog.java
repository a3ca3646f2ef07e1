package io.restante.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What waits for a worker. While something of a lane waits for locks, all that comes after it in
 * the lane is kept behind it, so that the lane keeps its order.
 */
final class Backlog<Q, R> {
  private final PipelineConfig config;
  private final Deque<Ticket<Q, R>> waiting = new ArrayDeque<>();
  private final Map<Long, Deque<Ticket<Q, R>>> contended = new HashMap<>();
  private boolean stopped;

  Backlog(PipelineConfig config) {
    this.config = config;
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

  /** Waits for work; an empty batch means that there will be no more. */
  synchronized List<Ticket<Q, R>> take() {
    List<Ticket<Q, R>> batch = List.of();
    while (batch.isEmpty() && awaitWork()) {
      batch = batchOf(waiting);
    }
    return batch;
  }

  /**
   * Keeps requests that need what somebody else has locked, each in its lane.
   *
   * @return the lanes that were not contended before: each is to be worked off with {@link
   *     #takeContended}
   */
  synchronized Set<Long> postpone(List<Ticket<Q, R>> tickets) {
    Set<Long> begun = new LinkedHashSet<>();
    for (Ticket<Q, R> ticket : tickets) {
      Deque<Ticket<Q, R>> lane = contended.get(ticket.lane());
      if (lane == null) {
        lane = new ArrayDeque<>();
        contended.put(ticket.lane(), lane);
        begun.add(ticket.lane());
      }
      lane.add(ticket);
    }
    return begun;
  }

  /** A batch of a contended lane. */
  synchronized List<Ticket<Q, R>> takeContended(long lane) {
    return batchOf(contended.get(lane));
  }

  /**
   * After a batch of a contended lane: gives what is left of it back to the worker, before all that
   * came later. After a stop there may be no worker any more.
   *
   * @return whether nothing of the lane is left to {@link #takeContended}
   */
  synchronized boolean giveBack(long lane) {
    Deque<Ticket<Q, R>> left = contended.get(lane);
    if (stopped && !left.isEmpty()) {
      return false;
    }
    contended.remove(lane);
    left.descendingIterator().forEachRemaining(waiting::addFirst);
    notifyAll();
    return true;
  }

  /** Whether, by then, no lane is contended. */
  synchronized boolean awaitUncontended(Deadline deadline) throws InterruptedException {
    while (!contended.isEmpty() && !deadline.isOver()) {
      wait(deadline.millis());
    }
    return contended.isEmpty();
  }

  /** Whether there is some. */
  private boolean awaitWork() {
    while (waiting.isEmpty() && !stopped) {
      try {
        wait();
      } catch (InterruptedException e) {
        // The server interrupts managed threads when it stops. The thread ends by itself after
        // what it took; the mark is not set again, since it would break the database's calls.
        stopped = true;
      }
    }
    return !waiting.isEmpty();
  }

  /** Up to the bounds; what belongs behind contended requests goes there. */
  private List<Ticket<Q, R>> batchOf(Deque<Ticket<Q, R>> source) {
    List<Ticket<Q, R>> batch = new ArrayList<>();
    long units = 0;
    long bytes = 0;
    while (!source.isEmpty()) {
      Ticket<Q, R> next = source.peek();
      Deque<Ticket<Q, R>> behind = contended.get(next.lane());
      if (behind != null && behind != source) {
        behind.add(source.remove());
        continue;
      }
      units += next.size().units();
      bytes += next.size().bytes();
      boolean full = units > config.batchUnits() || bytes > config.batchBytes();
      if (full && !batch.isEmpty()) {
        break;
      }
      batch.add(source.remove());
    }
    return batch;
  }
}
