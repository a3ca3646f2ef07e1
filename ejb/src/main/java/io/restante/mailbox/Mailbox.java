package io.restante.mailbox;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.restante.database.JsonList;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.outbox.EventType;
import io.restante.outbox.OutboxIntent;
import jakarta.json.stream.JsonGenerator;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;

/**
 * A mailbox: its settings, its counters and its next sequence. Loaded only under the row lock by
 * whoever changes it or its envelopes.
 *
 * <p>Hibernate writes changed settings. What changes with every envelope is written by {@link
 * JpaMailboxStore#saveCounters}, one statement for all mailboxes of a transaction.
 */
@Entity
@Table(name = "mailbox")
class Mailbox {
  /** When it is worth asking again for what needs an administrator first. */
  private static final Duration REPAIR = Duration.ofMinutes(1);

  private static final int ACKNOWLEDGER_BYTES = 16;

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private long id;

  @Column(name = "domain_id", updatable = false)
  private long domainId;

  @Column(updatable = false)
  private String name;

  @Enumerated(EnumType.STRING)
  private Retention retention;

  @Column(name = "default_ttl_seconds")
  private Long defaultTtlSeconds;

  @Column(name = "max_pending_count")
  private long maxPendingCount;

  @Column(name = "max_pending_bytes")
  private long maxPendingBytes;

  @Column(name = "max_envelope_bytes")
  private int maxEnvelopeBytes;

  @Enumerated(EnumType.STRING)
  private Acknowledgements acknowledgements;

  private boolean sealed;

  @Column(name = "next_sequence", updatable = false)
  private long nextSequence;

  @Column(name = "last_accepted_at", updatable = false)
  private Instant lastAcceptedAt;

  @Column(name = "pending_count", updatable = false)
  private long pendingCount;

  @Column(name = "pending_bytes", updatable = false)
  private long pendingBytes;

  /** What the senders of its acknowledgements are made of. */
  @Column(name = "opaque_id", updatable = false)
  private String opaqueId;

  @Column(name = "created_at", updatable = false)
  private Instant createdAt;

  /** Kept by {@link JpaQuarantineStore}. */
  @Column(name = "quarantined_count", updatable = false)
  private long quarantinedCount;

  /** Whether {@code mailbox_wake} has a row for it. */
  @Column(name = "wake_callback")
  private boolean wakeCallback;

  /** Since when it takes no writes; set and cleared by {@link JpaMailboxCountStore}. */
  @Column(name = "drifted_at", updatable = false)
  private Instant driftedAt;

  protected Mailbox() {}

  Mailbox(long domainId, String name, MailboxSettings settings, Instant createdAt) {
    this.domainId = domainId;
    this.name = name;
    this.createdAt = createdAt;
    this.nextSequence = 1;
    this.opaqueId = UUID.randomUUID().toString();
    apply(settings);
  }

  long id() {
    return id;
  }

  /**
   * The sender of its acknowledgements to a sender: another for each, so that those to two senders
   * who receive from one mailbox and use the same message ids are told apart.
   */
  String acknowledgerTo(String sender) {
    byte[] digest = EnvelopeDraft.digest((opaqueId + ' ' + sender).getBytes(US_ASCII));
    return HexFormat.of().formatHex(digest, 0, ACKNOWLEDGER_BYTES);
  }

  /** Whether it holds no envelope, in quarantine neither. */
  boolean isEmpty() {
    return pendingCount == 0 && quarantinedCount == 0;
  }

  boolean hasQuarantined() {
    return quarantinedCount > 0;
  }

  /** Whether a callback is to be called when it gets mail. */
  boolean hasCallback() {
    return wakeCallback;
  }

  void setCallback(boolean present) {
    wakeCallback = present;
  }

  /** The intent to call its callback; the row's lock lets nobody else insert it meanwhile. */
  OutboxIntent wake(Instant now) {
    return new OutboxIntent(EventType.WAKE, MailboxNames.SUBJECT_TYPE, id, "{}", now, "wake:" + id);
  }

  boolean tellsFinalization() {
    return acknowledgements == Acknowledgements.FINALIZED;
  }

  /**
   * @throws RestanteException CONFLICT if it would change the retention of envelopes that exist
   */
  void change(MailboxSettings settings) {
    if (settings.retention() != retention && !isEmpty()) {
      throw new RestanteException(
          ErrorCode.CONFLICT, "The retention is fixed while the mailbox holds envelopes.");
    }
    apply(settings);
  }

  /**
   * @throws RestanteException if this mailbox or the instance does not take such an envelope
   */
  void requireAcceptable(Submission submission, MailboxConfig config) {
    config.requireAllowed(submission);
    if (submission.body().length > maxEnvelopeBytes) {
      throw new RestanteException(
          ErrorCode.ENVELOPE_TOO_LARGE,
          "The body is larger than the " + maxEnvelopeBytes + " bytes that the mailbox takes.");
    }
    if (submission.ttlSeconds() != null && retention == Retention.UNTIL_FINALIZED) {
      throw new ValidationFailedException(
          "ttlSeconds", "must be absent: the mailbox holds envelopes until finalized");
    }
    if (submission.acknowledgeTo() != null && !tellsFinalization()) {
      throw new RestanteException(
          ErrorCode.UNSUPPORTED_CAPABILITY, "The mailbox sends no acknowledgements.");
    }
  }

  boolean hasRoomFor(long bytes) {
    return pendingCount < maxPendingCount && pendingBytes + bytes <= maxPendingBytes;
  }

  /** Takes an envelope that is acceptable and has room: it gets the next sequence. */
  Envelope accept(EnvelopeDraft draft, Instant now, Duration maxTtl) {
    Instant acceptedAt =
        lastAcceptedAt != null && lastAcceptedAt.isAfter(now) ? lastAcceptedAt : now;
    Envelope envelope =
        new Envelope(id, nextSequence, draft, acceptedAt, expiry(draft, acceptedAt, maxTtl));
    nextSequence++;
    lastAcceptedAt = acceptedAt;
    pendingCount++;
    pendingBytes += draft.body().length();
    return envelope;
  }

  /**
   * An envelope left.
   *
   * @throws RestanteException RECOVERY_REQUIRED if by the counters it was not there
   */
  void release(EnvelopeHead envelope) {
    long count = pendingCount - 1;
    long bytes = pendingBytes - envelope.bodyBytes();
    if (count < 0 || bytes < 0 || (count == 0 && bytes > 0)) {
      throw recoveryRequired();
    }
    pendingCount = count;
    pendingBytes = bytes;
  }

  /**
   * So many quarantined envelopes are gone; their removal has counted them in its own statement.
   */
  void leftQuarantine(int removed) {
    quarantinedCount -= removed;
  }

  /** An envelope of this mailbox came back to its place, whether or not there is room. */
  void readmit(EnvelopeHead envelope) {
    pendingCount++;
    pendingBytes += envelope.bodyBytes();
  }

  /**
   * @throws RestanteException RECOVERY_REQUIRED if its counters were found to contradict its rows
   */
  void requireSound() {
    if (driftedAt != null) {
      throw recoveryRequired();
    }
  }

  /** What {@link JpaMailboxStore#saveCounters} writes. */
  void writeCountersTo(JsonGenerator json) {
    json.writeStartArray().write(id).write(nextSequence).write(pendingCount).write(pendingBytes);
    JsonList.write(json, lastAcceptedAt).writeEnd();
  }

  MailboxSettings settings() {
    return new MailboxSettings(
        retention,
        defaultTtlSeconds,
        maxPendingCount,
        maxPendingBytes,
        maxEnvelopeBytes,
        acknowledgements,
        sealed);
  }

  MailboxState state(MailboxAddress address) {
    return new MailboxState(
        address, settings(), pendingCount, pendingBytes, quarantinedCount, createdAt);
  }

  private static RestanteException recoveryRequired() {
    return new RestanteException(
        ErrorCode.RECOVERY_REQUIRED,
        "The mailbox is not in order; nothing was changed, and its administrator has to repair it.",
        REPAIR);
  }

  private Instant expiry(EnvelopeDraft draft, Instant acceptedAt, Duration maxTtl) {
    if (retention == Retention.UNTIL_FINALIZED) {
      return null;
    }
    long wanted = draft.ttlSeconds() == null ? defaultTtlSeconds : draft.ttlSeconds();
    return acceptedAt.plusSeconds(Math.min(wanted, maxTtl.toSeconds()));
  }

  private void apply(MailboxSettings settings) {
    retention = settings.retention();
    defaultTtlSeconds = settings.defaultTtlSeconds();
    maxPendingCount = settings.maxPendingCount();
    maxPendingBytes = settings.maxPendingBytes();
    maxEnvelopeBytes = settings.maxEnvelopeBytes();
    acknowledgements = settings.acknowledgements();
    sealed = settings.sealed();
  }
}
