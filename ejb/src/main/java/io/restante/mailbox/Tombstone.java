package io.restante.mailbox;

import io.restante.database.BulkInsert;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** What is kept of a finalized envelope: the one decision on it, which never changes. */
@Entity
@Immutable
@IdClass(TombstoneKey.class)
@Table(name = "tombstone")
class Tombstone {
  private static final byte COMMITTED = 0;
  private static final byte DISCARDED = 1;

  @Id
  @Column(name = "mailbox_id")
  private long mailboxId;

  @Id private String sender;

  @Id
  @Column(name = "message_id")
  private String messageId;

  private long sequence;
  private byte finalization;

  @Column(name = "discard_reason")
  private Byte discardReason;

  private byte[] digest;

  @Column(name = "accepted_at")
  private Instant acceptedAt;

  @Column(name = "expires_at")
  private Instant expiresAt;

  @Column(name = "finalized_at")
  private Instant finalizedAt;

  @Column(name = "acknowledge_to")
  private Long acknowledgeTo;

  protected Tombstone() {}

  private Tombstone(EnvelopeHead envelope, byte finalization, Byte discardReason, Instant now) {
    this.mailboxId = envelope.mailboxId();
    this.sender = envelope.sender();
    this.messageId = envelope.messageId();
    this.sequence = envelope.sequence();
    this.finalization = finalization;
    this.discardReason = discardReason;
    this.digest = envelope.digest();
    this.acceptedAt = envelope.acceptedAt();
    this.expiresAt = envelope.expiresAt();
    this.finalizedAt = now;
    this.acknowledgeTo = envelope.acknowledgeTo();
  }

  static Tombstone committed(EnvelopeHead envelope, Instant now) {
    return new Tombstone(envelope, COMMITTED, null, now);
  }

  static Tombstone discarded(EnvelopeHead envelope, DiscardReason reason, Instant now) {
    return new Tombstone(envelope, DISCARDED, (byte) reason.code(), now);
  }

  /** Sets the parameters of {@link JpaMailboxStore#insertTombstones}. */
  void bindTo(PreparedStatement row) throws SQLException {
    row.setLong(1, mailboxId);
    row.setString(2, sender);
    row.setString(3, messageId);
    row.setLong(4, sequence);
    row.setByte(5, finalization);
    row.setObject(6, discardReason);
    row.setBytes(7, digest);
    row.setObject(8, BulkInsert.utc(acceptedAt));
    row.setObject(9, BulkInsert.utc(expiresAt));
    row.setObject(10, BulkInsert.utc(finalizedAt));
    row.setObject(11, acknowledgeTo);
  }

  Identity identity() {
    return new Identity(mailboxId, sender, messageId);
  }

  boolean isCommitted() {
    return finalization == COMMITTED;
  }

  byte[] digest() {
    return digest;
  }

  /** The id of the mailbox where its sender wants to be told, or null. */
  Long acknowledgeTo() {
    return acknowledgeTo;
  }

  Instant acceptedAt() {
    return acceptedAt;
  }

  Instant expiresAt() {
    return expiresAt;
  }
}
