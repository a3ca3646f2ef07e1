package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityResult;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SqlResultSetMapping;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** A queue: what it allows. Changed only under the lock of its {@link QueueUsage}. */
@Entity
@Table(name = "queue")
@SqlResultSetMapping(
    name = Queue.LOCKED,
    entities = {
      @EntityResult(entityClass = QueueUsage.class),
      @EntityResult(entityClass = Queue.class)
    })
class Queue {
  /** The mapping of columns to a {@link QueueUsage} and a {@link Queue}. */
  static final String LOCKED = "LockedQueue";

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

  long id() {
    return id;
  }

  QueuePolicy policy() {
    return new QueuePolicy(
        maxAttempts,
        maxStoredMessages,
        maxStoredBytes,
        maxInFlightMessages,
        maxInFlightBytes,
        maxLeaseSeconds,
        retryBaseMillis,
        retryMaxMillis,
        retryFactor,
        retryJitter,
        maxDeadLetterMessages,
        maxDeadLetterBytes,
        ordering,
        parkedHead,
        payloadLimitBytes);
  }

  /**
   * @throws RestanteException CONFLICT if its messages would be ordered anew
   */
  void change(QueuePolicy wanted, QueueUsage usage) {
    policy().requireChangeable(wanted, usage.isEmpty());
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
