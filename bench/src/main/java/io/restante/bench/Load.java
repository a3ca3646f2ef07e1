package io.restante.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * What a number of clients got done.
 *
 * @param perSecond messages, from the start to the end of the last piece of work
 * @param messages all of them
 * @param micros the time of each piece of work; of a paced load from when it was due
 */
record Load(double perSecond, long messages, Histogram micros) {
  private static final long MAX_MICROS = 60_000_000;

  /** Lets every client work as fast as it can. */
  static Load closed(int clients, Duration time, IntFunction<? extends Client> factory) {
    return run(clients, time, 0, factory);
  }

  /**
   * Lets the clients together begin so many pieces of work in a second, whether or not others
   * ended.
   */
  static Load paced(
      int clients, Duration time, int perSecond, IntFunction<? extends Client> factory) {
    return run(clients, time, perSecond, factory);
  }

  private static Load run(
      int clients, Duration time, int perSecond, IntFunction<? extends Client> factory) {
    Window window = new Window(clients, perSecond, new ConcurrentHistogram(MAX_MICROS, 3));
    List<Worker> workers = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      workers.add(new Worker(factory.apply(i), i, window));
    }
    workers.forEach(Thread::start);
    window.open(time);
    workers.forEach(Load::join);
    long messages = 0;
    long end = window.start + 1;
    for (Worker worker : workers) {
      if (worker.failure != null) {
        throw new IllegalStateException("A client failed", worker.failure);
      }
      messages += worker.messages;
      end = Math.max(end, worker.end);
    }
    return new Load(messages * 1e9 / (end - window.start), messages, window.micros);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What all workers of a load share. */
  private static final class Window {
    private final CountDownLatch opened = new CountDownLatch(1);
    private final int clients;
    private final int perSecond;
    private final Histogram micros;
    private long start;
    private long end;

    Window(int clients, int perSecond, Histogram micros) {
      this.clients = clients;
      this.perSecond = perSecond;
      this.micros = micros;
    }

    void open(Duration time) {
      start = System.nanoTime();
      end = start + time.toNanos();
      opened.countDown();
    }
  }

  /** The thread of one client. */
  private static final class Worker extends Thread {
    private final Client client;
    private final int number;
    private final Window window;
    private long messages;

    /** When its last piece of work was done. */
    private long end;

    private Throwable failure;

    Worker(Client client, int number, Window window) {
      this.client = client;
      this.number = number;
      this.window = window;
    }

    @Override
    public void run() {
      try (client) {
        window.opened.await();
        end = window.start;
        work();
      } catch (Throwable e) {
        failure = e;
      }
    }

    private void work() {
      long pause = window.perSecond == 0 ? 0 : 1_000_000_000L * window.clients / window.perSecond;
      long due = window.start + pause * number / window.clients;
      long latest = window.end + (window.end - window.start);
      while (true) {
        long now = System.nanoTime();
        if (pause == 0) {
          due = now;
        }
        if (due >= window.end || now >= latest) {
          return;
        }
        if (due > now) {
          LockSupport.parkNanos(due - now);
          continue;
        }
        int worked = client.work();
        if (worked == Client.NOTHING_LEFT) {
          return;
        }
        messages += worked;
        end = System.nanoTime();
        window.micros.recordValue(Math.min(MAX_MICROS, (end - due) / 1_000));
        due += pause;
      }
    }
  }

  String percentiles() {
    return String.format(
        "p50 %.1f, p99 %.1f, p99.9 %.1f",
        micros.getValueAtPercentile(50) / 1e3,
        micros.getValueAtPercentile(99) / 1e3,
        micros.getValueAtPercentile(99.9) / 1e3);
  }
}
