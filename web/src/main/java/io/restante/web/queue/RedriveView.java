package io.restante.web.queue;

import io.restante.queue.RedriveFilter;
import io.restante.queue.RedriveOrders;
import io.restante.queue.RedriveProgress;
import java.time.Instant;

/**
 * An order to redrive, and how far it is.
 *
 * @param redriven messages that were begun anew
 * @param skipped those that were meant, but whose own time is over
 * @param finishedAt absent while it runs
 */
public record RedriveView(
    String jobId,
    State state,
    RedriveRequest.Filter filter,
    long max,
    Integer ratePerSecond,
    long redriven,
    long skipped,
    Instant createdAt,
    Instant finishedAt) {
  /** Where it is. */
  public enum State {
    RUNNING,
    DONE
  }

  static RedriveView of(RedriveProgress progress) {
    RedriveFilter filter = progress.order().filter();
    return new RedriveView(
        progress.redriveId(),
        progress.finishedAt() == null ? State.RUNNING : State.DONE,
        new RedriveRequest.Filter(
            filter.reason(),
            filter.orderingKey(),
            filter.firstSeenFrom(),
            filter.firstSeenBefore()),
        progress.order().max(),
        progress.order().ratePerSecond(),
        progress.redriven(),
        progress.skipped(),
        progress.createdAt(),
        progress.finishedAt());
  }

  /** What an order would do, if it were given now. */
  public record Preview(boolean dryRun, long redriven, long skipped) {
    static Preview of(RedriveOrders.Preview preview) {
      return new Preview(true, preview.redriven(), preview.skipped());
    }
  }
}
