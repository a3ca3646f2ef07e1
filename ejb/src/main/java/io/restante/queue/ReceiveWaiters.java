package io.restante.queue;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Those who wait for messages of a queue. A waiter holds no thread and no connection. It is woken
 * at once by a commit on this node, and by one on another as soon as that node tells of it ({@link
 * QueueGrowthListener}); if it does not, within a second, by {@link QueueTimer}.
 */
@ApplicationScoped
public class ReceiveWaiters {
  private final Map<Long, Set<Waiter>> waiting = new ConcurrentHashMap<>();

  @Inject @Any private Instance<QueueGrowthListener> listeners;

  /**
   * Begins to listen; to be called before the receive that finds nothing, so that nothing is missed
   * between them.
   */
  Waiter listen(long queueId) {
    Waiter waiter = new Waiter(queueId);
    waiting.compute(
        queueId,
        (id, waiters) -> {
          Set<Waiter> present = waiters == null ? ConcurrentHashMap.newKeySet() : waiters;
          present.add(waiter);
          return present;
        });
    return waiter;
  }

  /** A commit of this node made something ready. */
  void committed(Set<Long> queueIds) {
    wake(queueIds);
    listeners.forEach(listener -> listener.queuesGrown(queueIds));
  }

  /** Something may be ready. */
  public void wake(Collection<Long> queueIds) {
    for (long queueId : queueIds) {
      Set<Waiter> woken = waiting.remove(queueId);
      if (woken != null) {
        woken.forEach(waiter -> waiter.signal.complete(true));
      }
    }
  }

  /** The queues that are waited for. */
  List<Long> watched() {
    return List.copyOf(waiting.keySet());
  }

  /** One receive that waits. */
  final class Waiter {
    private final long queueId;
    private final CompletableFuture<Boolean> signal = new CompletableFuture<>();

    private Waiter(long queueId) {
      this.queueId = queueId;
    }

    /** Completes when something may be ready, or with false when the time is over. */
    CompletionStage<Boolean> await(Duration most) {
      return signal
          .completeOnTimeout(false, most.toMillis(), TimeUnit.MILLISECONDS)
          .whenComplete((woken, failure) -> leave());
    }

    /** Listens no longer. */
    void leave() {
      waiting.computeIfPresent(
          queueId,
          (id, waiters) -> {
            waiters.remove(this);
            return waiters.isEmpty() ? null : waiters;
          });
    }
  }
}
