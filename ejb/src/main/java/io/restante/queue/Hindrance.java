package io.restante.queue;

import java.time.Instant;

/**
 * Why a message is not handed out.
 *
 * @param until the instant that ends it, if time does
 * @param head the message before it, of its ordering key
 * @param limit the field of the policy that leaves no room now; null if there is room
 */
public record Hindrance(Why why, Instant until, String head, String limit) {
  /** The kinds of reasons. */
  public enum Why {
    /** Its time has not come: see {@code until}. */
    NOT_BEFORE,
    /** Somebody has it: see {@code until}. */
    LEASED,
    /** An earlier one of its ordering key is not resolved: see {@code head}. */
    BEHIND_HEAD,
    /** As much is leased as may be: see {@code limit}. */
    OVER_LIMIT,
    /** Nothing of the queue is handed out. */
    PAUSED,
    /** The same, as its counters contradict its messages, until it is repaired. */
    DRIFTED,
    /** Its time is over; it is taken away when that is met. */
    OVERDUE,
    /**
     * It ran out of attempts; if it waits for room to be parked, and there is none: {@code limit}.
     */
    PARKED,
    /** It is at its end. */
    FINISHED
  }

  static Hindrance of(Why why) {
    return new Hindrance(why, null, null, null);
  }

  static Hindrance until(Why why, Instant instant) {
    return new Hindrance(why, instant, null, null);
  }

  static Hindrance behind(String messageId) {
    return new Hindrance(Why.BEHIND_HEAD, null, messageId, null);
  }

  static Hindrance over(Why why, String limit) {
    return new Hindrance(why, null, null, limit);
  }
}
