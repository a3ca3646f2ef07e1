package io.restante.queue;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An order to redrive, and how far it is. Changed only under the lock of the queue's counters, in
 * the transaction that redrives: a message is redriven and passed, or neither.
 */
@Entity
@Table(name = "queue_redrive")
class RedriveJob {
  /** How many dead letters one transaction looks at. */
  static final int PIECE = 500;

  /** By how much one that is behind its rate may catch up: the timer's second. */
  private static final Duration CATCH_UP = Duration.ofSeconds(1);

  /** How long one that is refused waits at least, and at most. */
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private long id;

  @Column(name = "redrive_id", updatable = false)
  private String redriveId;

  @Column(name = "queue_id", updatable = false)
  private long queueId;

  @Column(name = "principal_id", updatable = false)
  private String principalId;

  @Column(updatable = false)
  private String reason;

  @Column(name = "ordering_key", updatable = false)
  private String orderingKey;

  @Column(name = "first_seen_from", updatable = false)
  private Instant firstSeenFrom;

  @Column(name = "first_seen_before", updatable = false)
  private Instant firstSeenBefore;

  @Column(name = "max_messages", updatable = false)
  private long maxMessages;

  @Column(name = "rate_per_second", updatable = false)
  private Integer ratePerSecond;

  @Column(name = "last_parked", updatable = false)
  private long lastParked;

  @Column(name = "done_parked")
  private long doneParked;

  private long redriven;
  private long skipped;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "next_at")
  private Instant nextAt;

  @Column(name = "finished_at")
  private Instant finishedAt;

  @Column(name = "refused_at")
  private Instant refusedAt;

  protected RedriveJob() {}

  /**
   * @param lastParked the parked sequence at which it ends: what is parked later, perhaps again, is
   *     not meant
   */
  RedriveJob(
      String redriveId,
      String principalId,
      QueueEntry queue,
      RedriveOrder order,
      long lastParked,
      Instant now) {
    this.redriveId = redriveId;
    this.queueId = queue.id();
    this.principalId = principalId;
    this.reason = order.filter().reason();
    this.orderingKey = order.filter().orderingKey();
    this.firstSeenFrom = order.filter().firstSeenFrom();
    this.firstSeenBefore = order.filter().firstSeenBefore();
    this.maxMessages = order.max();
    this.ratePerSecond = order.ratePerSecond();
    this.lastParked = lastParked;
    this.createdAt = now;
    this.nextAt = now;
  }

  String redriveId() {
    return redriveId;
  }

  String principalId() {
    return principalId;
  }

  long doneParked() {
    return doneParked;
  }

  long lastParked() {
    return lastParked;
  }

  long redriven() {
    return redriven;
  }

  long skipped() {
    return skipped;
  }

  boolean isDue(Instant now) {
    return nextAt != null && !nextAt.isAfter(now);
  }

  boolean isFinished() {
    return finishedAt != null;
  }

  /**
   * Redrives the next dead letters, at most a second's worth of its rate, and finishes with the
   * last.
   *
   * @param next the dead letters behind {@link #doneParked}, {@link #PIECE} unless there are no
   *     more
   */
  void redrive(List<QueueMessage> next, OpenQueue queue) {
    RedriveFilter filter = filter();
    long allowed = Math.min(ratePerSecond == null ? PIECE : ratePerSecond, maxMessages - redriven);
    long begun = 0;
    int seen = 0;
    for (QueueMessage read : next) {
      if (begun == allowed) {
        break;
      }
      seen++;
      doneParked = read.parkedSequence();
      if (filter.accepts(read)) {
        if (queue.redrive(read)) {
          begun++;
        } else {
          skipped++;
        }
      }
    }
    redriven += begun;
    if (redriven == maxMessages || (seen == next.size() && next.size() < PIECE)) {
      finishedAt = queue.now();
      nextAt = null;
    } else if (ratePerSecond != null) {
      pace(begun, queue.now());
    }
  }

  /**
   * Is due again when the rate allows it, counted from when it was due: whoever goes on with it
   * comes late, and does several pieces then.
   */
  void pace(long begun, Instant now) {
    Instant earliest = now.minus(CATCH_UP);
    Instant due = nextAt.isBefore(earliest) ? earliest : nextAt;
    nextAt = due.plus(Duration.ofMillis(begun * 1_000 / ratePerSecond));
  }

  /**
   * Its piece was refused: it waits as long again as it has been refused, within bounds, so that
   * others get their turn however many are refused.
   *
   * @return whether the one before was not
   */
  boolean refuse(Instant now) {
    boolean begins = refusedAt == null;
    if (begins) {
      refusedAt = now;
    }
    Duration wait = Duration.between(refusedAt, now);
    if (wait.compareTo(SHORTEST_WAIT) < 0) {
      wait = SHORTEST_WAIT;
    } else if (wait.compareTo(LONGEST_WAIT) > 0) {
      wait = LONGEST_WAIT;
    }
    nextAt = now.plus(wait);
    return begins;
  }

  /**
   * Its piece is not refused.
   *
   * @return whether the one before was
   */
  boolean accept() {
    boolean resumes = refusedAt != null;
    refusedAt = null;
    return resumes;
  }

  RedriveProgress progress() {
    return new RedriveProgress(
        redriveId,
        new RedriveOrder(filter(), maxMessages, ratePerSecond),
        redriven,
        skipped,
        createdAt,
        finishedAt);
  }

  private RedriveFilter filter() {
    return new RedriveFilter(reason, orderingKey, firstSeenFrom, firstSeenBefore);
  }
}
