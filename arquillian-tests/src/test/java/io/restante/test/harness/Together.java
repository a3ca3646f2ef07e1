package io.restante.test.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Runs the same work on many threads that start at once. */
public final class Together {

  private static final int LIMIT_MINUTES = 10;

  private Together() {}

  /** Calls the work with 0 to threads - 1, each on a thread of its own; results in that order. */
  public static <T> List<T> call(int threads, IntFunction<T> work) {
    CyclicBarrier start = new CyclicBarrier(threads);
    return call(
        IntStream.range(0, threads)
            .mapToObj(
                i ->
                    (Callable<T>)
                        () -> {
                          await(start);
                          return work.apply(i);
                        })
            .toList());
  }

  /** Calls different works, each on a thread of its own; fails with the first failure. */
  public static <T> List<T> call(List<Callable<T>> works) {
    ExecutorService threads = Executors.newFixedThreadPool(works.size());
    try {
      List<Future<T>> futures = works.stream().map(threads::submit).toList();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(LIMIT_MINUTES, TimeUnit.MINUTES));
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw new AssertionError("One of " + works.size() + " threads failed", e.getCause());
    } catch (TimeoutException e) {
      throw new AssertionError("Not finished within " + LIMIT_MINUTES + " minutes", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void await(CyclicBarrier start) throws InterruptedException {
    try {
      start.await();
    } catch (BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
