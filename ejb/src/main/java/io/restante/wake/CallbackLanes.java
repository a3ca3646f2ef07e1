package io.restante.wake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/**
 * Lets wakes wait for their host, so that a slow one holds up nobody else's. Each host, at each
 * port, has a lane: a few calls at once, and the others wait in it, one for each mailbox. A host
 * that did not answer several times in a row rests, and then is tried by one call at a time until
 * it answers. What cannot wait is refused: it comes again, since its outbox event is still open.
 *
 * <p>An event of a mailbox that waits already is covered by the one that waits: the call for that
 * begins later than whatever the new one tells of was committed.
 *
 * <p>Everything here is in memory. A crash loses it, and the outbox brings it back.
 */
final class CallbackLanes {
  static final int AT_ONCE = 4;
  static final int MOST_OF_HOST = 1_000;
  static final int MOST = 10_000;
  static final int MOST_HOSTS = 1_000;
  static final int FAILURES = 3;
  static final Duration REST = Duration.ofSeconds(10);

  static final String BUSY = "HOST_BUSY";
  static final String RESTS = "HOST_RESTS";

  private final Map<String, Lane> lanes = new HashMap<>();
  private final Executor threads;
  private final Sender sender;
  private final LongSupplier nanos;
  private int waiting;

  /**
   * @param threads carry the calls
   * @param nanos time that only passes
   */
  CallbackLanes(Executor threads, Sender sender, LongSupplier nanos) {
    this.threads = threads;
    this.sender = sender;
    this.nanos = nanos;
  }

  /** What lanes do with what waited in them; called without any lock. */
  interface Sender {
    /**
     * Makes the call for an event, and finishes it.
     *
     * @return whether the host answered in time, be it with an error
     */
    boolean send(long mailboxId, long eventId);

    /** Another event, which waits, will tell what this one would. */
    void covered(long mailboxId, long eventId);

    /** The event is not tried now. */
    void refuse(long mailboxId, long eventId, String code);
  }

  /** Lets an event wait for its host, or finds at once that it need not or cannot. */
  void add(String host, long mailboxId, long eventId) {
    Long before = null;
    String refusal = null;
    boolean start = false;
    synchronized (this) {
      if (lanes.size() >= MOST_HOSTS) {
        lanes.values().removeIf(Lane::isIdle);
      }
      Lane lane = lanes.computeIfAbsent(host, h -> new Lane());
      before = lane.waiting.get(mailboxId);
      refusal = before == null ? lane.refusal() : null;
      if (before == null && refusal == null) {
        lane.waiting.put(mailboxId, eventId);
        waiting++;
        start = lane.startsAnother();
      }
    }
    if (before != null && before != eventId) {
      sender.covered(mailboxId, eventId);
    } else if (refusal != null) {
      sender.refuse(mailboxId, eventId, refusal);
    } else if (start) {
      start(host);
    }
  }

  /** How many mailboxes wait for a call. */
  synchronized int waiting() {
    return waiting;
  }

  private void start(String host) {
    try {
      threads.execute(() -> run(host));
    } catch (RejectedExecutionException stopping) {
      end(host);
    }
  }

  private void run(String host) {
    try {
      for (Waiting next = next(host); next != null; next = next(host)) {
        boolean answered = sender.send(next.mailboxId(), next.eventId());
        refuse(answered(host, answered));
      }
    } catch (RuntimeException failure) {
      end(host);
      throw failure;
    }
  }

  /** The next call, or null if this run of the lane is over. */
  private synchronized Waiting next(String host) {
    Lane lane = lanes.get(host);
    Waiting next = lane.next();
    if (next == null) {
      end(host);
    } else {
      waiting--;
    }
    return next;
  }

  private synchronized void end(String host) {
    Lane lane = lanes.get(host);
    lane.running--;
    if (lane.isIdle() && lane.failures == 0) {
      lanes.remove(host);
    }
  }

  /** Notes how a call went, and returns what has to be refused now. */
  private synchronized List<Waiting> answered(String host, boolean answered) {
    Lane lane = lanes.get(host);
    List<Waiting> refused = lane.answered(answered);
    waiting -= refused.size();
    return refused;
  }

  private void refuse(List<Waiting> refused) {
    refused.forEach(w -> sender.refuse(w.mailboxId(), w.eventId(), RESTS));
  }

  private record Waiting(long mailboxId, long eventId) {}

  /** One host; used under the lock of all lanes. */
  private final class Lane {
    /** The event of each mailbox. */
    private final Map<Long, Long> waiting = new LinkedHashMap<>();

    private int running;
    private int failures;
    private long restsUntil;

    String refusal() {
      if (rests()) {
        return RESTS;
      }
      boolean full = waiting.size() >= MOST_OF_HOST || CallbackLanes.this.waiting >= MOST;
      return full ? BUSY : null;
    }

    boolean startsAnother() {
      boolean another = running < (failures == 0 ? AT_ONCE : 1);
      running += another ? 1 : 0;
      return another;
    }

    Waiting next() {
      var entries = waiting.entrySet().iterator();
      if (!entries.hasNext() || (failures > 0 && running > 1)) {
        return null;
      }
      Map.Entry<Long, Long> first = entries.next();
      entries.remove();
      return new Waiting(first.getKey(), first.getValue());
    }

    List<Waiting> answered(boolean answered) {
      if (answered) {
        failures = 0;
        return List.of();
      }
      failures++;
      if (failures < FAILURES) {
        return List.of();
      }
      restsUntil = nanos.getAsLong() + REST.toNanos();
      List<Waiting> refused = new ArrayList<>();
      waiting.forEach((mailboxId, eventId) -> refused.add(new Waiting(mailboxId, eventId)));
      waiting.clear();
      return refused;
    }

    boolean isIdle() {
      return running == 0 && waiting.isEmpty() && !rests();
    }

    private boolean rests() {
      return failures >= FAILURES && nanos.getAsLong() < restsUntil;
    }
  }
}
