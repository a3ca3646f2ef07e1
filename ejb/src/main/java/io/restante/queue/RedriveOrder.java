package io.restante.queue;

import io.restante.error.ValidationFailedException;

/**
 * An order to redrive dead letters of a queue in the background.
 *
 * @param max how many at most, 1 to 1,000,000
 * @param ratePerSecond how many in a second at most, 1 to 10,000; null for as many as there can be
 */
public record RedriveOrder(RedriveFilter filter, long max, Integer ratePerSecond) {
  private static final long MOST = 1_000_000;
  private static final int FASTEST = 10_000;

  /**
   * @throws ValidationFailedException if a field is out of bounds
   */
  public RedriveOrder {
    if (max < 1 || max > MOST) {
      throw new ValidationFailedException("max", "must be 1 to " + MOST);
    }
    if (ratePerSecond != null && (ratePerSecond < 1 || ratePerSecond > FASTEST)) {
      throw new ValidationFailedException("ratePerSecond", "must be 1 to " + FASTEST);
    }
  }
}
