package io.restante.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * What a number of clients got done.
 *
 * @param perSecond messages
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
    Histogram micros = new ConcurrentHistogram(MAX_MICROS, 3);
    long[] done = new long[clients];
    AtomicReference<Throwable> failure = new AtomicReference<>();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    long[] window = new long[2];
    for (int i = 0; i < clients; i++) {
      int number = i;
      Client client = factory.apply(i);
      Thread thread =
          new Thread(
              () -> {
                try (client) {
                  start.await();
                  done[number] = loop(client, number, clients, perSecond, window, micros);
                } catch (Throwable e) {
                  failure.compareAndSet(null, e);
                }
              });
      thread.start();
      threads.add(thread);
    }
    window[0] = System.nanoTime();
    window[1] = window[0] + time.toNanos();
    start.countDown();
    join(threads);
    if (failure.get() != null) {
      throw new IllegalStateException("A client failed", failure.get());
    }
    double seconds = (System.nanoTime() - window[0]) / 1e9;
    long messages = 0;
    for (long count : done) {
      messages += count;
    }
    return new Load(messages / seconds, messages, micros);
  }

  private static long loop(
      Client client, int number, int clients, int perSecond, long[] window, Histogram micros) {
    long pause = perSecond == 0 ? 0 : 1_000_000_000L * clients / perSecond;
    long due = window[0] + pause * number / clients;
    long messages = 0;
    while (true) {
      long now = System.nanoTime();
      if (pause == 0) {
        due = now;
      }
      if (due >= window[1] || now >= window[1] + (window[1] - window[0])) {
        return messages;
      }
      if (due > now) {
        LockSupport.parkNanos(due - now);
        continue;
      }
      int worked = client.work();
      if (worked == Client.NOTHING_LEFT) {
        return messages;
      }
      messages += worked;
      micros.recordValue(Math.min(MAX_MICROS, (System.nanoTime() - due) / 1_000));
      due += pause;
    }
  }

  private static void join(List<Thread> threads) {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
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
