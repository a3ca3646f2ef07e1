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
 * An intent and how far it is. Changed only under the lock of its row: PENDING, claimed by a
 * dispatcher, PUBLISHED to its consumer, until DONE, or DEAD after the last attempt. The picture is
 * in docs/state-machines.md.
 */
@Entity
@Table(name = "outbox")
class OutboxEvent {
  /** After so many failed attempts it is given up. */
  static final int MAX_ATTEMPTS = 10;

  /** The error of one that nobody carried out after it was published. */
  static final String NOT_HANDLED = "NOT_HANDLED";

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration HANDLING = Duration.ofMinutes(2);
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

  /** How far an intent is; the names are stored. */
  enum State {
    PENDING,
    PUBLISHED,
    DONE,
    DEAD
  }

  @Id private long id;

  @Enumerated(EnumType.STRING)
  @Column(name = "event_type", updatable = false)
  private EventType type;

  @Column(name = "subject_type", updatable = false)
  private String subjectType;

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
  private int generation;

  @Column(name = "coalesce_key")
  private String coalesceKey;

  @Column(name = "last_error")
  private String lastError;

  @Column(name = "finished_at")
  private Instant finishedAt;

  protected OutboxEvent() {}

  long id() {
    return id;
  }

  DueEvent due() {
    return new DueEvent(id, type, subjectId, detail);
  }

  /** Whether it is still to be carried out. */
  boolean isOpen() {
    return state == State.PENDING || state == State.PUBLISHED;
  }

  /** Whether it was given up. */
  boolean isDead() {
    return state == State.DEAD;
  }

  /** Whether it was given up, and not begun anew since the reference was written. */
  boolean isDead(int ofGeneration) {
    return isDead() && generation == ofGeneration;
  }

  OutboxState.Dead dead() {
    return new OutboxState.Dead(id, type, attempts, lastError, createdAt, finishedAt);
  }

  /** What administrators are shown of one that was given up. */
  DeadLetterReference reference(SubjectNames.Name subject) {
    return new DeadLetterReference(
        type.kind().orElseThrow(),
        subject.domain(),
        subject.resource(),
        null,
        id,
        generation,
        lastError,
        attempts,
        createdAt);
  }

  String subjectType() {
    return subjectType;
  }

  long subjectId() {
    return subjectId;
  }

  /**
   * An attempt begins; until the lease is over, nobody else makes one. From now on a second intent
   * of its key is stored again: whoever relied on this one has committed, since this row's lock was
   * theirs until then.
   */
  void claim(Instant now) {
    attempts++;
    leaseUntil = now.plus(LEASE);
    coalesceKey = null;
  }

  /** Its consumer has two minutes; does nothing to one that was faster than its publisher. */
  void published(Instant now) {
    if (state == State.PENDING && leaseUntil != null) {
      state = State.PUBLISHED;
      leaseUntil = null;
      availableAt = now.plus(HANDLING);
    }
  }

  /**
   * The broker did not take it: no attempt was made, and the next follows when it has waited as
   * long again.
   */
  void unpublished(Instant now) {
    if (state == State.PENDING && leaseUntil != null) {
      leaseUntil = null;
      attempts--;
      availableAt = now.plus(pause(Duration.between(createdAt, now)));
    }
  }

  /** The node that got it lacks what it needs, and another may have it: no attempt was made. */
  void handBack(Instant now) {
    state = State.PENDING;
    leaseUntil = null;
    attempts = Math.max(0, attempts - 1);
    availableAt = now.plus(pause(Duration.between(createdAt, now)));
  }

  /** It is done, in the same transaction as its effect, if that is in the database. */
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
      state = State.PENDING;
      leaseUntil = null;
      availableAt = now.plus(pause(SHORTEST_PAUSE.multipliedBy(1L << Math.max(0, attempts - 1))));
    }
  }

  /**
   * Begins anew, as if it had never been tried.
   *
   * @throws RestanteException CONFLICT unless it was given up
   */
  void retry(Instant now) {
    if (!isDead()) {
      throw new RestanteException(ErrorCode.CONFLICT, "The event was not given up.");
    }
    state = State.PENDING;
    attempts = 0;
    generation++;
    finishedAt = null;
    availableAt = now;
  }

  /** At most five minutes, at least half a second, not the same for all that failed together. */
  private static Duration pause(Duration wanted) {
    long most =
        Math.max(SHORTEST_PAUSE.toMillis(), Math.min(LONGEST_PAUSE.toMillis(), wanted.toMillis()));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
  }

  private void finish(State end, Instant now) {
    state = end;
    leaseUntil = null;
    coalesceKey = null;
    finishedAt = now;
  }
}
