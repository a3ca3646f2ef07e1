package io.restante.mailbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Those who wait for mail. A waiter holds no thread and no connection. It is woken at once by a
 * commit on this node, and by one on another as soon as that node tells of it ({@link
 * GrowthListener}); if it does not, within a second: {@link PullWaker} compares the sequences of
 * the mailboxes that are waited for.
 */
@ApplicationScoped
public class PullWaiters {
  private final Map<Long, Set<Waiter>> waiting = new ConcurrentHashMap<>();
  private Map<Long, Long> lastSeen = Map.of();

  @Inject private EnvelopeReader reader;

  /**
   * Begins to listen; to be called before the read that finds nothing, so that nothing is missed
   * between them.
   */
  public Waiter listen(long mailboxId) {
    Waiter waiter = new Waiter(mailboxId);
    waiting.compute(
        mailboxId,
        (id, waiters) -> {
          Set<Waiter> present = waiters == null ? ConcurrentHashMap.newKeySet() : waiters;
          present.add(waiter);
          return present;
        });
    return waiter;
  }

  /** There may be mail. */
  public void wake(long mailboxId) {
    Set<Waiter> woken = waiting.remove(mailboxId);
    if (woken != null) {
      woken.forEach(Waiter::wake);
    }
  }

  /** Wakes whoever waits for a mailbox that grew elsewhere, is new here, or is gone. */
  synchronized void compare() {
    if (waiting.isEmpty()) {
      return;
    }
    Set<Long> watched = Set.copyOf(waiting.keySet());
    Map<Long, Long> seen = reader.nextSequences(watched);
    watched.stream()
        .filter(id -> !seen.containsKey(id) || !seen.get(id).equals(lastSeen.get(id)))
        .forEach(this::wake);
    lastSeen = seen;
  }

  /** One reader that waits. */
  public final class Waiter {
    private final long mailboxId;
    private final CompletableFuture<Boolean> signal = new CompletableFuture<>();

    private Waiter(long mailboxId) {
      this.mailboxId = mailboxId;
    }

    /** Completes when there may be mail, or with false when the time is over. */
    public CompletionStage<Boolean> await(Duration most) {
      return signal
          .completeOnTimeout(false, most.toMillis(), TimeUnit.MILLISECONDS)
          .whenComplete((woken, failure) -> leave());
    }

    /** Listens no longer. */
    public void leave() {
      waiting.computeIfPresent(
          mailboxId,
          (id, waiters) -> {
            waiters.remove(this);
            return waiters.isEmpty() ? null : waiters;
          });
    }

    private void wake() {
      signal.complete(true);
    }
  }
}
