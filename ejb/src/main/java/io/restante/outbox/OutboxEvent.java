package io.restante.outbox;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An intent and how far it is. Changed only under the lock of its row: PENDING, leased to whoever
 * tries, until DONE, or DEAD after the last attempt.
 */
@Entity
@Table(name = "outbox")
class OutboxEvent {
  /** After so many failed attempts it is given up. */
  static final int MAX_ATTEMPTS = 10;

  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  /** How far an intent is; the names are stored. */
  enum State {
    PENDING,
    DONE,
    DEAD
  }

  @Id private long id;

  @Enumerated(EnumType.STRING)
  @Column(name = "event_type", updatable = false)
  private EventType type;

  @Column(name = "subject_id", updatable = false)
  private long subjectId;

  @Column(updatable = false)
  private String detail;

  @Enumerated(EnumType.STRING)
  private State state;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  @Column(name = "available_at")
  private Instant availableAt;

  @Column(name = "lease_until")
  private Instant leaseUntil;

  private int attempts;

  @Column(name = "last_error")
  private String lastError;

  @Column(name = "finished_at")
  private Instant finishedAt;

  protected OutboxEvent() {}

  long id() {
    return id;
  }

  DueEvent due() {
    return new DueEvent(id, subjectId, detail);
  }

  /** Whether it is still to be done. */
  boolean isPending() {
    return state == State.PENDING;
  }

  /**
   * Begins anew, as if it had never been tried.
   *
   * @throws RestanteException CONFLICT unless it was given up
   */
  void retry(Instant now) {
    if (state != State.DEAD) {
      throw new RestanteException(ErrorCode.CONFLICT, "The event was not given up.");
    }
    state = State.PENDING;
    attempts = 0;
    finishedAt = null;
    availableAt = now;
  }

  OutboxState.Dead dead() {
    return new OutboxState.Dead(id, type, attempts, lastError, createdAt, finishedAt);
  }

  /** Whether it was given up. */
  boolean isDead() {
    return state == State.DEAD;
  }

  /** An attempt begins; until the lease is over, nobody else makes one. */
  void lease(Instant until) {
    attempts++;
    leaseUntil = until;
  }

  /** It is done, in the same transaction as its effect. */
  void done(Instant now) {
    finish(State.DONE, now);
    lastError = null;
  }

  /** An attempt failed: again later, or never if that was the last one. */
  void failed(String error, Instant now) {
    lastError = error;
    if (attempts >= MAX_ATTEMPTS) {
      finish(State.DEAD, now);
    } else {
      leaseUntil = null;
      availableAt = now.plus(pause());
    }
  }

  /** Twice as long after each attempt, and not the same for all that failed together. */
  private Duration pause() {
    long most = Math.min(LONGEST_PAUSE.toMillis(), 1_000L << (attempts - 1));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
  }

  private void finish(State end, Instant now) {
    state = end;
    leaseUntil = null;
    finishedAt = now;
  }
}
