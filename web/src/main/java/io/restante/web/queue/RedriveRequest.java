package io.restante.web.queue;

import io.restante.error.ValidationFailedException;
import io.restante.queue.RedriveFilter;
import io.restante.queue.RedriveOrder;
import java.time.Instant;

/**
 * Dead letters to redrive.
 *
 * @param filter which; all if absent
 * @param max how many at most
 * @param ratePerSecond how many in a second at most
 * @param dryRun only to count them
 */
public record RedriveRequest(Filter filter, Long max, Integer ratePerSecond, Boolean dryRun) {
  /** Which dead letters; what is absent does not matter. */
  public record Filter(
      String reason, String orderingKey, Instant firstSeenFrom, Instant firstSeenBefore) {}

  boolean isDryRun() {
    return Boolean.TRUE.equals(dryRun);
  }

  RedriveOrder toOrder() {
    if (max == null) {
      throw new ValidationFailedException("max", "is required");
    }
    RedriveFilter wanted =
        filter == null
            ? RedriveFilter.ALL
            : new RedriveFilter(
                filter.reason(),
                filter.orderingKey(),
                filter.firstSeenFrom(),
                filter.firstSeenBefore());
    return new RedriveOrder(wanted, max, ratePerSecond);
  }
}
