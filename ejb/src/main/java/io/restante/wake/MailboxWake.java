package io.restante.wake;

import io.restante.keys.Keys;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The callback of a mailbox, and how its last calls went. Made, replaced and removed under the lock
 * of the mailbox's row; the rest changes under the lock of this row alone.
 */
@Entity
@Table(name = "mailbox_wake")
class MailboxWake {
  /** How old the last success may be before a newer one is worth a write. */
  private static final Duration FRESH = Duration.ofSeconds(10);

  @Id
  @Column(name = "mailbox_id")
  private long mailboxId;

  private String principal;

  private byte[] callback;

  @Column(name = "sealing_key")
  private long sealingKey;

  @Column(name = "created_at")
  private Instant createdAt;

  @Column(name = "succeeded_at")
  private Instant succeededAt;

  @Column(name = "failed_at")
  private Instant failedAt;

  @Column(name = "failing_since")
  private Instant failingSince;

  @Column(name = "last_error")
  private String lastError;

  protected MailboxWake() {}

  MailboxWake(long mailboxId) {
    this.mailboxId = mailboxId;
  }

  /** Registers a callback, as if there had been none. */
  void register(String principalId, Callback wanted, Keys keys, Instant now) {
    principal = principalId;
    store(wanted, keys);
    createdAt = now;
    succeededAt = null;
    failedAt = null;
    failingSince = null;
    lastError = null;
  }

  long mailboxId() {
    return mailboxId;
  }

  /** Who registered it. */
  String principal() {
    return principal;
  }

  /**
   * The callback, or nothing if it does not open.
   *
   * @throws io.restante.keys.MissingKeyException if this node lacks its key
   */
  Optional<Callback> callback(Keys keys) {
    return Callback.open(keys, mailboxId, callback, sealingKey);
  }

  /** Seals the callback with the present key, if it opens. */
  boolean sealAnew(Keys keys) {
    Optional<Callback> opened = callback(keys);
    opened.ifPresent(present -> store(present, keys));
    return opened.isPresent();
  }

  void succeeded(Instant now) {
    if (failingSince != null || succeededAt == null || succeededAt.plus(FRESH).isBefore(now)) {
      succeededAt = now;
      failingSince = null;
    }
  }

  void failed(String code, Instant now) {
    if (failingSince == null || failingSince.isAfter(now)) {
      failingSince = now;
    }
    failedAt = now;
    lastError = code;
  }

  WakeState state(CallbackUrl url) {
    return new WakeState(url.text(), createdAt, succeededAt, failedAt, failingSince, lastError);
  }

  private void store(Callback wanted, Keys keys) {
    callback = wanted.seal(keys, mailboxId);
    sealingKey = Keys.sealingKey(callback).orElseThrow();
  }
}
