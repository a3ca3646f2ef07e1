package io.restante.queue;

import io.restante.database.Row;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.IntSupplier;

/** A queue: what it allows. Changed only under the lock of its {@link QueueUsage}. */
@Entity
@Table(name = "queue")
class Queue {
  static final List<String> COLUMNS =
      List.of(
          "id",
          "domain_id",
          "name",
          "incarnation",
          "created_at",
          "paused",
          "max_attempts",
          "max_stored_messages",
          "max_stored_bytes",
          "max_in_flight_messages",
          "max_in_flight_bytes",
          "max_lease_seconds",
          "retry_base_millis",
          "retry_max_millis",
          "retry_factor",
          "retry_jitter",
          "max_dead_letter_messages",
          "max_dead_letter_bytes",
          "ordering",
          "parked_head",
          "payload_limit_bytes");

  /** When it is worth asking a paused queue again. */
  private static final Duration PAUSE = Duration.ofSeconds(30);

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private long id;

  @Column(name = "domain_id", updatable = false)
  private long domainId;

  @Column(updatable = false)
  private String name;

  /** What delivery tokens are bound to; read by {@link JpaQueueStore#find}. */
  @SuppressWarnings("UnusedVariable")
  private String incarnation;

  @Column(name = "max_attempts")
  private int maxAttempts;

  @Column(name = "max_stored_messages")
  private long maxStoredMessages;

  @Column(name = "max_stored_bytes")
  private long maxStoredBytes;

  @Column(name = "max_in_flight_messages")
  private long maxInFlightMessages;

  @Column(name = "max_in_flight_bytes")
  private long maxInFlightBytes;

  @Column(name = "max_lease_seconds")
  private int maxLeaseSeconds;

  @Column(name = "retry_base_millis")
  private long retryBaseMillis;

  @Column(name = "retry_max_millis")
  private long retryMaxMillis;

  @Column(name = "retry_factor")
  private double retryFactor;

  @Enumerated(EnumType.STRING)
  @Column(name = "retry_jitter")
  private RetryJitter retryJitter;

  @Column(name = "max_dead_letter_messages")
  private Long maxDeadLetterMessages;

  @Column(name = "max_dead_letter_bytes")
  private Long maxDeadLetterBytes;

  @Enumerated(EnumType.STRING)
  private QueueOrdering ordering;

  @Enumerated(EnumType.STRING)
  @Column(name = "parked_head")
  private ParkedHead parkedHead;

  @Column(name = "payload_limit_bytes")
  private int payloadLimitBytes;

  private boolean paused;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  protected Queue() {}

  Queue(long domainId, String name, QueuePolicy policy, Instant createdAt) {
    this.domainId = domainId;
    this.name = name;
    this.incarnation = UUID.randomUUID().toString();
    this.createdAt = createdAt;
    apply(policy);
  }

  /** As it is stored, from the next column on: {@link #COLUMNS}. */
  Queue(Row row) throws SQLException {
    id = row.number();
    domainId = row.number();
    name = row.text();
    incarnation = row.text();
    createdAt = row.instant();
    paused = row.flag();
    maxAttempts = row.integer();
    maxStoredMessages = row.number();
    maxStoredBytes = row.number();
    maxInFlightMessages = row.number();
    maxInFlightBytes = row.number();
    maxLeaseSeconds = row.integer();
    retryBaseMillis = row.number();
    retryMaxMillis = row.number();
    retryFactor = row.real();
    retryJitter = RetryJitter.valueOf(row.text());
    maxDeadLetterMessages = row.numberOrNull();
    maxDeadLetterBytes = row.numberOrNull();
    ordering = QueueOrdering.valueOf(row.text());
    parkedHead = ParkedHead.valueOf(row.text());
    payloadLimitBytes = row.integer();
  }

  long id() {
    return id;
  }

  /**
   * What it allows. What was stored before a rule of policies is read as the nearest that the rule
   * allows: a body that could never be handed out is not taken in, and a delay ends.
   */
  QueuePolicy policy() {
    return new QueuePolicy(
        maxAttempts,
        maxStoredMessages,
        maxStoredBytes,
        maxInFlightMessages,
        maxInFlightBytes,
        maxLeaseSeconds,
        Math.min(retryBaseMillis, QueuePolicy.LONGEST_RETRY_MILLIS),
        Math.min(retryMaxMillis, QueuePolicy.LONGEST_RETRY_MILLIS),
        retryFactor,
        retryJitter,
        maxDeadLetterMessages,
        maxDeadLetterBytes,
        ordering,
        parkedHead,
        (int) Math.min(payloadLimitBytes, Math.min(maxStoredBytes, maxInFlightBytes)));
  }

  /**
   * @param largest finds the size of its largest message that is not at its end; asked only if
   *     there may be one that is larger than what may be in flight from now on
   * @throws RestanteException CONFLICT if its messages would be ordered anew, or one of them could
   *     never be handed out
   */
  void change(QueuePolicy wanted, QueueUsage usage, IntSupplier largest) {
    policy().requireChangeable(wanted, usage.isEmpty());
    long most = wanted.maxInFlightBytes();
    if (most < maxInFlightBytes
        && most < Math.min(QueuePolicy.LARGEST_PAYLOAD, usage.storedBytes())) {
      requireDeliverable(largest.getAsInt(), most);
    }
    apply(wanted);
  }

  void pause() {
    paused = true;
  }

  void resume() {
    paused = false;
  }

  /**
   * @throws RestanteException DISPATCH_PAUSED if nothing is handed out
   */
  void requireRunning() {
    if (paused) {
      throw new RestanteException(ErrorCode.DISPATCH_PAUSED, "The queue is paused.", PAUSE);
    }
  }

  QueueState state(QueueAddress address, QueueUsage usage) {
    return new QueueState(
        address, policy(), paused, usage.hasDrifted(), usage.counters(), createdAt);
  }

  private static void requireDeliverable(int bytes, long most) {
    if (bytes > most) {
      throw new RestanteException(
          ErrorCode.CONFLICT,
          "The queue holds a message of "
              + bytes
              + " bytes that could never be handed out; maxInFlightBytes must be at least that.");
    }
  }

  private void apply(QueuePolicy policy) {
    maxAttempts = policy.maxAttempts();
    maxStoredMessages = policy.maxStoredMessages();
    maxStoredBytes = policy.maxStoredBytes();
    maxInFlightMessages = policy.maxInFlightMessages();
    maxInFlightBytes = policy.maxInFlightBytes();
    maxLeaseSeconds = policy.maxLeaseSeconds();
    retryBaseMillis = policy.retryBaseMillis();
    retryMaxMillis = policy.retryMaxMillis();
    retryFactor = policy.retryFactor();
    retryJitter = policy.retryJitter();
    maxDeadLetterMessages = policy.maxDeadLetterMessages();
    maxDeadLetterBytes = policy.maxDeadLetterBytes();
    ordering = policy.ordering();
    parkedHead = policy.parkedHead();
    payloadLimitBytes = policy.payloadLimitBytes();
  }
}
