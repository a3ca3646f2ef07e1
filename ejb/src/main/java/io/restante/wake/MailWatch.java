package io.restante.wake;

import io.restante.access.Caller;
import io.restante.error.NotFoundException;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.PullWaiters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

/** One caller that watches one mailbox. Used by one thread after the other. */
public final class MailWatch implements AutoCloseable {
  private final MailWatches watches;
  private final Caller caller;
  private final MailboxAddress address;
  private final long mailboxId;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** The mailbox's next sequence when the watcher was last told; 0 if it is to be told anyway. */
  private long told;

  MailWatch(MailWatches watches, Caller caller, MailboxAddress address, long mailboxId, long told) {
    this.watches = watches;
    this.caller = caller;
    this.address = address;
    this.mailboxId = mailboxId;
    this.told = told;
  }

  Caller caller() {
    return caller;
  }

  MailboxAddress address() {
    return address;
  }

  /**
   * Waits until there may be mail that the watcher was not told of: true; or until it is time for a
   * sign of life: false. What the mailbox held when the watch began counts as not told.
   *
   * @return fails with NOT_FOUND or FORBIDDEN when the caller may not watch it any more, or the
   *     mailbox is gone
   */
  public CompletionStage<Boolean> next() {
    return poll(System.nanoTime() + watches.heartbeat().toNanos());
  }

  private CompletionStage<Boolean> poll(long deadline) {
    PullWaiters.Waiter waiter = watches.listen(mailboxId);
    Duration left = Duration.ofNanos(deadline - System.nanoTime());
    try {
      watches.require(this);
      boolean grown = hasGrown();
      if (grown || left.isNegative() || left.isZero()) {
        waiter.leave();
        return CompletableFuture.completedStage(grown);
      }
    } catch (RuntimeException failure) {
      waiter.leave();
      throw failure;
    }
    return waiter.await(left).thenComposeAsync(woken -> poll(deadline), watches.executor());
  }

  private boolean hasGrown() {
    long next = watches.nextSequence(mailboxId).orElseThrow(NotFoundException::new);
    boolean grown = next != told;
    told = next;
    return grown;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      watches.leave(caller.principalId());
    }
  }
}
