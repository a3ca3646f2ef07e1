package io.restante.queue;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.time.Instant;

/**
 * Which dead letters are meant; what is null does not matter.
 *
 * @param reason the code of their last failure
 * @param firstSeenFrom sent then or later
 * @param firstSeenBefore sent earlier
 */
public record RedriveFilter(
    String reason, String orderingKey, Instant firstSeenFrom, Instant firstSeenBefore) {
  public static final RedriveFilter ALL = new RedriveFilter(null, null, null, null);

  /**
   * @throws ValidationFailedException if nothing can be meant
   */
  public RedriveFilter {
    if (reason != null) {
      Identifiers.require("filter.reason", reason);
    }
    if (orderingKey != null) {
      Identifiers.require("filter.orderingKey", orderingKey);
    }
    if (firstSeenFrom != null
        && firstSeenBefore != null
        && !firstSeenBefore.isAfter(firstSeenFrom)) {
      throw new ValidationFailedException("filter.firstSeenBefore", "must be after firstSeenFrom");
    }
  }

  boolean accepts(QueueMessage message) {
    return (reason == null || reason.equals(message.reason()))
        && (orderingKey == null || orderingKey.equals(message.orderingKey()))
        && (firstSeenFrom == null || !message.enqueuedAt().isBefore(firstSeenFrom))
        && (firstSeenBefore == null || message.enqueuedAt().isBefore(firstSeenBefore));
  }
}
