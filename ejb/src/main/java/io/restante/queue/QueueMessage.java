package io.restante.queue;

import io.restante.database.BulkInsert;
import io.restante.database.JsonList;
import io.restante.database.Row;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import jakarta.json.stream.JsonGenerator;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A message of a queue, without its body: its state, and every transition that there is. Changed
 * only under the lock of the queue's usage. Each transition raises the state version by one, and
 * changes the usage with it; what is refused changes nothing. Instants are inclusive: what is due
 * at an instant is due at it.
 */
class QueueMessage {
  static final List<String> COLUMNS =
      List.of(
          "queue_id",
          "sequence",
          "message_id",
          "body_bytes",
          "ordering_key",
          "enqueued_at",
          "expires_at",
          "state",
          "state_version",
          "lease_version",
          "generation",
          "attempts",
          "not_before",
          "lease_until",
          "holder",
          "fence",
          "ready_sequence",
          "deliverable_sequence",
          "order_sequence",
          "parked_sequence",
          "due_at",
          "reason",
          "finished_at");

  private long queueId;

  private long sequence;

  private String messageId;

  private int bytes;

  private String orderingKey;

  private Instant enqueuedAt;

  private Instant expiresAt;

  /** The ordinals are the codes. */
  private MessageState state;

  private long stateVersion = 1;

  private long leaseVersion;

  private int generation = 1;
  private int attempts;

  private Instant notBefore;

  private Instant leaseUntil;

  private String holder;
  private long fence;

  private long readySequence;

  private Long deliverableSequence;

  private Long orderSequence;

  private Long parkedSequence;

  private Instant dueAt;

  private String reason;

  private Instant finishedAt;

  /** As it is stored, from the next column on: {@link #COLUMNS}. */
  QueueMessage(Row row) throws SQLException {
    queueId = row.number();
    sequence = row.number();
    messageId = row.text();
    bytes = row.integer();
    orderingKey = row.text();
    enqueuedAt = row.instant();
    expiresAt = row.instant();
    state = MessageState.ofCode(row.integer());
    stateVersion = row.number();
    leaseVersion = row.number();
    generation = row.integer();
    attempts = row.integer();
    notBefore = row.instant();
    leaseUntil = row.instant();
    holder = row.text();
    fence = row.number();
    readySequence = row.number();
    deliverableSequence = row.numberOrNull();
    orderSequence = row.numberOrNull();
    parkedSequence = row.numberOrNull();
    dueAt = row.instant();
    reason = row.text();
    finishedAt = row.instant();
  }

  /**
   * Takes a message in.
   *
   * @throws ValidationFailedException if it could never be handed out
   * @throws RestanteException RESOURCE_EXHAUSTED if the queue is full
   */
  QueueMessage(MessageTerms terms, QueuePolicy policy, QueueUsage usage, Instant now) {
    terms.require(policy, now);
    usage.store(terms.bytes(), policy);
    queueId = usage.queueId();
    messageId = terms.messageId();
    bytes = terms.bytes();
    orderingKey = terms.orderingKey();
    enqueuedAt = now;
    expiresAt = terms.expiresAt();
    sequence = usage.takeSequence();
    orderSequence = orderingKey == null ? null : sequence;
    waitUntil(terms.notBefore(), usage, now);
  }

  MessageKey key() {
    return new MessageKey(queueId, sequence);
  }

  String messageId() {
    return messageId;
  }

  int bytes() {
    return bytes;
  }

  String orderingKey() {
    return orderingKey;
  }

  Instant enqueuedAt() {
    return enqueuedAt;
  }

  /** Its place among all that were ever sent; never changes. */
  long sequence() {
    return sequence;
  }

  MessageState state() {
    return state;
  }

  long stateVersion() {
    return stateVersion;
  }

  int generation() {
    return generation;
  }

  MessageVersion version() {
    return new MessageVersion(stateVersion, generation);
  }

  int attempts() {
    return attempts;
  }

  Instant notBefore() {
    return notBefore;
  }

  Instant leaseUntil() {
    return leaseUntil;
  }

  /** A number that rises with every lease of the queue. */
  long fence() {
    return fence;
  }

  /** Its place among those that are ready. */
  long readySequence() {
    return readySequence;
  }

  /** Its place among those of its ordering key. */
  Long orderSequence() {
    return orderSequence;
  }

  Long parkedSequence() {
    return parkedSequence;
  }

  /** Why its last attempt failed: what its consumer said, or a code of ours; null if unknown. */
  String reason() {
    return reason;
  }

  Instant finishedAt() {
    return finishedAt;
  }

  boolean isExpired(Instant now) {
    return expiresAt != null && !expiresAt.isAfter(now);
  }

  /** Whether the later ones of its ordering key wait for it. */
  boolean holdsItsKey(QueuePolicy policy) {
    return !state.isTerminal() && (!state.isParked() || policy.parkedHead() == ParkedHead.BLOCK);
  }

  /** The lease as its holder has it; only of what is leased. */
  Lease lease() {
    return new Lease(holder, leaseVersion, generation);
  }

  /** Whether time alone has it change: see {@link #pass}. */
  boolean isDue(Instant now) {
    return switch (state) {
      case READY -> isExpired(now);
      case SCHEDULED -> isExpired(now) || !notBefore.isAfter(now);
      case LEASED -> !leaseUntil.isAfter(now);
      default -> false;
    };
  }

  /**
   * What time does to a message that is due: it expires, becomes ready, or its lease lapses. A
   * lease that lapses counts as a failed attempt, whose delay, if it has jitter, is drawn here,
   * once.
   */
  void pass(QueuePolicy policy, QueueUsage usage, RandomGenerator random, Instant now) {
    if (!isDue(now)) {
      return;
    }
    if (state == MessageState.LEASED) {
      lapse(policy, usage, random, now);
    } else if (isExpired(now)) {
      finish(MessageState.EXPIRED, usage, now);
    } else {
      ready(usage);
    }
  }

  /** Hands it out; only what is ready and not expired. */
  Lease claim(String toWhom, Duration lease, QueueUsage usage, Instant now) {
    require(state == MessageState.READY && !isExpired(now), "It is not ready.");
    usage.lease(bytes);
    become(MessageState.LEASED);
    attempts++;
    leaseVersion++;
    holder = toWhom;
    leaseUntil = now.plus(lease);
    fence = usage.takeFence();
    return new Lease(toWhom, leaseVersion, generation);
  }

  /** Its body does not open: set aside like one without attempts left, so that others go on. */
  void condemn(QueuePolicy policy, QueueUsage usage) {
    require(state == MessageState.READY, "It is not ready.");
    reason = ErrorCode.STORAGE_DAMAGED.name();
    park(policy, usage);
  }

  /**
   * It is done, also if its own time is over meanwhile.
   *
   * @throws RestanteException STALE_LEASE or LEASE_EXPIRED, as for all that follow
   */
  void ack(Lease lease, QueueUsage usage, Instant now) {
    requireHeld(lease, now);
    usage.endLease(bytes);
    finish(MessageState.ACKED, usage, now);
  }

  /** An attempt failed: again later, or parked if that was the last one. */
  void nack(
      Lease lease,
      String why,
      QueuePolicy policy,
      QueueUsage usage,
      RandomGenerator random,
      Instant now) {
    requireHeld(lease, now);
    usage.endLease(bytes);
    reason = why;
    if (attempts >= policy.maxAttempts()) {
      park(policy, usage);
    } else {
      become(MessageState.SCHEDULED);
      notBefore = now.plus(policy.drawDelay(attempts, random));
    }
  }

  /** Its lease lasts from now on as long as is said; the token stays good. */
  void renew(Lease lease, Duration length, Instant now) {
    requireHeld(lease, now);
    stateVersion++;
    leaseUntil = now.plus(length);
  }

  /** Given back unprocessed: as if it had not been handed out, at its old place. */
  void release(Lease lease, QueueUsage usage, Instant now) {
    requireHeld(lease, now);
    usage.endLease(bytes);
    attempts--;
    become(MessageState.READY);
  }

  /**
   * Parks it now that there is room.
   *
   * @throws RestanteException REVISION_CONFLICT; CONFLICT if it does not wait to be parked, or its
   *     time is over; RESOURCE_EXHAUSTED if there is no room
   */
  void parkPending(
      long expectedVersion,
      int expectedGeneration,
      QueuePolicy policy,
      QueueUsage usage,
      Instant now) {
    requireAt(expectedVersion, expectedGeneration);
    require(state == MessageState.PENDING_DEAD_LETTER, "It does not wait to be parked.");
    require(!isExpired(now), "Its time is over; cancel it.");
    if (!usage.hasRoomToPark(bytes, policy)) {
      throw new RestanteException(
          ErrorCode.RESOURCE_EXHAUSTED, "The queue has no room for more dead letters.");
    }
    park(policy, usage);
  }

  /**
   * Begins anew, at the tail of its order, in a generation of its own: no token from before is good
   * any more.
   *
   * @throws RestanteException REVISION_CONFLICT; CONFLICT if it is not parked, or its time is over
   */
  void redrive(
      long expectedVersion,
      int expectedGeneration,
      Instant wantedNotBefore,
      QueueUsage usage,
      Instant now) {
    requireAt(expectedVersion, expectedGeneration);
    require(state.isParked(), "It is not parked.");
    require(!isExpired(now), "Its time is over; cancel it.");
    if (expiresAt != null && wantedNotBefore != null && !expiresAt.isAfter(wantedNotBefore)) {
      throw new ValidationFailedException("notBefore", "must be before the message expires");
    }
    unpark(usage);
    generation++;
    leaseVersion++;
    attempts = 0;
    reason = null;
    orderSequence = orderingKey == null ? null : usage.takeSequence();
    stateVersion++;
    waitUntil(wantedNotBefore, usage, now);
  }

  /**
   * Takes it out, wherever it is.
   *
   * @throws RestanteException REVISION_CONFLICT; CONFLICT if it is at its end already
   */
  void cancel(long expectedVersion, int expectedGeneration, QueueUsage usage, Instant now) {
    requireAt(expectedVersion, expectedGeneration);
    require(!state.isTerminal(), "It is at its end: " + state + ".");
    if (state == MessageState.LEASED) {
      usage.endLease(bytes);
    }
    unpark(usage);
    finish(MessageState.CANCELLED, usage, now);
  }

  /**
   * Forged and foreign tokens never come here; of the others, first whether it is this lease, then
   * whether that is over.
   *
   * @throws RestanteException STALE_LEASE or LEASE_EXPIRED
   */
  void requireHeld(Lease lease, Instant now) {
    boolean held =
        state == MessageState.LEASED
            && holder.equals(lease.holder())
            && leaseVersion == lease.version()
            && generation == lease.generation();
    if (!held) {
      throw new RestanteException(ErrorCode.STALE_LEASE, "The lease is not the present one.");
    }
    if (!leaseUntil.isAfter(now)) {
      throw new RestanteException(ErrorCode.LEASE_EXPIRED, "The lease is over.");
    }
  }

  private void requireAt(long expectedVersion, int expectedGeneration) {
    if (expectedVersion <= 0 || expectedGeneration <= 0) {
      throw new ValidationFailedException(
          expectedVersion <= 0 ? "expectedStateVersion" : "expectedGeneration", "must be above 0");
    }
    if (stateVersion != expectedVersion || generation != expectedGeneration) {
      throw new RestanteException(
          ErrorCode.REVISION_CONFLICT,
          "The message is "
              + state
              + " now, at stateVersion "
              + stateVersion
              + " of generation "
              + generation
              + ".");
    }
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new RestanteException(ErrorCode.CONFLICT, otherwise);
    }
  }

  /**
   * Brings the columns by which it is found up to date, after transitions. Of an ordering key only
   * the head is to be found among those to hand out: see {@link #lead}.
   */
  void index(QueuePolicy policy) {
    boolean alone = policy.ordering() == QueueOrdering.COMPETING;
    deliverableSequence = alone && state == MessageState.READY ? (Long) readySequence : null;
    if (!holdsItsKey(policy)) {
      orderSequence = null;
    }
    dueAt =
        switch (state) {
          case READY -> expiresAt;
          case SCHEDULED -> earlier(notBefore, expiresAt);
          case LEASED -> leaseUntil;
          default -> null;
        };
  }

  /** It is the first of its ordering key: to be handed out if it is ready. */
  void lead() {
    deliverableSequence = state == MessageState.READY ? (Long) readySequence : null;
  }

  boolean isDeliverable() {
    return deliverableSequence != null;
  }

  /** As administrators see it. */
  MessageDetails details(Hindrance hindrance) {
    return new MessageDetails(
        messageId,
        state,
        stateVersion,
        generation,
        attempts,
        bytes,
        orderingKey,
        enqueuedAt,
        state == MessageState.SCHEDULED ? notBefore : null,
        expiresAt,
        leaseUntil,
        holder,
        reason,
        parkedSequence,
        finishedAt,
        hindrance);
  }

  /** What of its own, or of the limits, keeps it from being handed out; null for nothing. */
  Hindrance hindrance(QueuePolicy policy, QueueCounters counters) {
    return switch (state) {
      case SCHEDULED -> Hindrance.until(Hindrance.Why.NOT_BEFORE, notBefore);
      case LEASED -> Hindrance.until(Hindrance.Why.LEASED, leaseUntil);
      case DEAD_LETTERED -> Hindrance.of(Hindrance.Why.PARKED);
      case PENDING_DEAD_LETTER ->
          Hindrance.over(Hindrance.Why.PARKED, fullForDeadLetters(policy, counters));
      case READY -> {
        String full = fullForLeases(policy, counters);
        yield full == null ? null : Hindrance.over(Hindrance.Why.OVER_LIMIT, full);
      }
      default -> Hindrance.of(Hindrance.Why.FINISHED);
    };
  }

  /** The field of the policy that leaves no room to lease it; null if there is room. */
  private String fullForLeases(QueuePolicy policy, QueueCounters counters) {
    if (counters.inFlightMessages() >= policy.maxInFlightMessages()) {
      return "maxInFlightMessages";
    }
    return bytes > policy.maxInFlightBytes() - counters.inFlightBytes() ? "maxInFlightBytes" : null;
  }

  /** The same to park it: a limit of its own, or that of all that is stored. */
  private String fullForDeadLetters(QueuePolicy policy, QueueCounters counters) {
    if (counters.deadLetterMessages() >= policy.deadLetterMessages()) {
      return policy.maxDeadLetterMessages() == null ? "maxStoredMessages" : "maxDeadLetterMessages";
    }
    if (bytes > policy.deadLetterBytes() - counters.deadLetterBytes()) {
      return policy.maxDeadLetterBytes() == null ? "maxStoredBytes" : "maxDeadLetterBytes";
    }
    return null;
  }

  /** Sets the parameters of {@link JpaMessageStore#insert}. */
  void bindTo(PreparedStatement row) throws SQLException {
    row.setLong(1, queueId);
    row.setLong(2, sequence);
    row.setString(3, messageId);
    row.setInt(4, bytes);
    row.setString(5, orderingKey);
    row.setObject(6, BulkInsert.utc(enqueuedAt));
    row.setObject(7, BulkInsert.utc(expiresAt));
    row.setInt(8, state.code());
    row.setLong(9, stateVersion);
    row.setLong(10, leaseVersion);
    row.setInt(11, generation);
    row.setInt(12, attempts);
    row.setObject(13, BulkInsert.utc(notBefore));
    row.setObject(14, BulkInsert.utc(leaseUntil));
    row.setString(15, holder);
    row.setLong(16, fence);
    row.setLong(17, readySequence);
    row.setObject(18, deliverableSequence);
    row.setObject(19, orderSequence);
    row.setObject(20, parkedSequence);
    row.setObject(21, BulkInsert.utc(dueAt));
    row.setString(22, reason);
    row.setObject(23, BulkInsert.utc(finishedAt));
  }

  /** Writes what {@link JpaMessageStore#update} takes of it. */
  void writeTo(JsonGenerator json) {
    json.writeStartArray()
        .write(queueId)
        .write(sequence)
        .write(state.code())
        .write(stateVersion)
        .write(leaseVersion)
        .write(generation)
        .write(attempts);
    JsonList.write(json, notBefore);
    JsonList.write(json, leaseUntil);
    JsonList.write(json, holder);
    json.write(fence).write(readySequence);
    JsonList.write(json, deliverableSequence);
    JsonList.write(json, orderSequence);
    JsonList.write(json, parkedSequence);
    JsonList.write(json, dueAt);
    JsonList.write(json, reason);
    JsonList.write(json, finishedAt);
    json.writeEnd();
  }

  private void lapse(QueuePolicy policy, QueueUsage usage, RandomGenerator random, Instant now) {
    usage.endLease(bytes);
    reason = ErrorCode.LEASE_EXPIRED.name();
    if (attempts >= policy.maxAttempts()) {
      park(policy, usage);
    } else if (isExpired(now)) {
      finish(MessageState.EXPIRED, usage, now);
    } else if (policy.retryJitter() == RetryJitter.NONE) {
      ready(usage);
    } else {
      become(MessageState.SCHEDULED);
      notBefore = now.plus(policy.drawDelay(attempts, random));
    }
  }

  private void park(QueuePolicy policy, QueueUsage usage) {
    if (usage.hasRoomToPark(bytes, policy)) {
      usage.park(bytes);
      parkedSequence = usage.takeParkedSequence();
      become(MessageState.DEAD_LETTERED);
    } else {
      become(MessageState.PENDING_DEAD_LETTER);
    }
  }

  private void unpark(QueueUsage usage) {
    if (state == MessageState.DEAD_LETTERED) {
      usage.unpark(bytes);
      parkedSequence = null;
    }
  }

  private void ready(QueueUsage usage) {
    readySequence = usage.takeReadySequence();
    become(MessageState.READY);
  }

  /** The first state of a generation, which is no transition of its own. */
  private void waitUntil(Instant instant, QueueUsage usage, Instant now) {
    notBefore = instant;
    leave();
    if (instant != null && instant.isAfter(now)) {
      state = MessageState.SCHEDULED;
    } else {
      state = MessageState.READY;
      readySequence = usage.takeReadySequence();
    }
  }

  private void finish(MessageState end, QueueUsage usage, Instant now) {
    usage.discharge(bytes);
    become(end);
    finishedAt = now;
  }

  private void become(MessageState next) {
    state = next;
    stateVersion++;
    leave();
  }

  private void leave() {
    holder = null;
    leaseUntil = null;
  }

  /** Of two instants, where null is never. */
  private static Instant earlier(Instant one, Instant other) {
    return other != null && other.isBefore(one) ? other : one;
  }
}
