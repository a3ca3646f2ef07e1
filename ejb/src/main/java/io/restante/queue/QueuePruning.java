package io.restante.queue;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;

/**
 * Forgets what is over and old, a piece in each transaction. It locks nothing but the rows that it
 * deletes, which nobody changes any more.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class QueuePruning {
  /**
   * How long a receive can be repeated with its requestId: longer than any lease that is not
   * renewed. Then the same requestId leases other messages, also if a renewed one still holds the
   * first.
   */
  private static final Duration RECEIPTS = Duration.ofDays(1);

  @Inject private JpaMessageListStore messages;
  @Inject private JpaReceiptStore receipts;
  @Inject private JpaRedriveStore redrives;
  @Inject private QueueConfig config;
  @Inject private Clock clock;

  /** Messages that are at their end: their ids are new again. */
  public int pruneMessages(int limit) {
    return messages.prune(clock.instant().minus(config.finishedMaxAge()), limit);
  }

  public int pruneReceipts(int limit) {
    return receipts.prune(clock.instant().minus(RECEIPTS), limit);
  }

  public int pruneRedrives(int limit) {
    return redrives.prune(clock.instant().minus(config.finishedMaxAge()), limit);
  }
}
