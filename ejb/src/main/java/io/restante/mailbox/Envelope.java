package io.restante.mailbox;

import io.restante.database.BulkInsert;
import jakarta.persistence.Column;
import jakarta.persistence.ColumnResult;
import jakarta.persistence.ConstructorResult;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.SqlResultSetMapping;
import jakarta.persistence.Table;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A pending envelope: inserted once, in bulk; read, deleted; never changed. */
@Entity
@Immutable
@IdClass(EnvelopeKey.class)
@Table(name = "envelope")
@SqlResultSetMapping(
    name = Envelope.STORED,
    classes =
        @ConstructorResult(
            targetClass = StoredEnvelope.class,
            columns = {
              @ColumnResult(name = "domain", type = String.class),
              @ColumnResult(name = "mailbox", type = String.class),
              @ColumnResult(name = "mailbox_id", type = Long.class),
              @ColumnResult(name = "sequence", type = Long.class),
              @ColumnResult(name = "sender", type = String.class),
              @ColumnResult(name = "message_id", type = String.class),
              @ColumnResult(name = "digest", type = byte[].class),
              @ColumnResult(name = "kind", type = Byte.class),
              @ColumnResult(name = "protocol_version", type = Integer.class),
              @ColumnResult(name = "content_type", type = String.class),
              @ColumnResult(name = "accepted_at", type = Instant.class),
              @ColumnResult(name = "expires_at", type = Instant.class),
              @ColumnResult(name = "sealing_key", type = Long.class),
              @ColumnResult(name = "body", type = byte[].class)
            }))
@SqlResultSetMapping(
    name = Envelope.QUARANTINED,
    classes =
        @ConstructorResult(
            targetClass = QuarantinedEnvelope.class,
            columns = {
              @ColumnResult(name = "sequence", type = Long.class),
              @ColumnResult(name = "sender", type = String.class),
              @ColumnResult(name = "message_id", type = String.class),
              @ColumnResult(name = "accepted_at", type = Instant.class),
              @ColumnResult(name = "expires_at", type = Instant.class),
              @ColumnResult(name = "body_bytes", type = Integer.class),
              @ColumnResult(name = "sealing_key", type = Long.class),
              @ColumnResult(name = "quarantined_at", type = Instant.class)
            }))
@SqlResultSetMapping(
    name = Envelope.HEAD,
    classes =
        @ConstructorResult(
            targetClass = EnvelopeHead.class,
            columns = {
              @ColumnResult(name = "mailbox_id", type = Long.class),
              @ColumnResult(name = "sequence", type = Long.class),
              @ColumnResult(name = "sender", type = String.class),
              @ColumnResult(name = "message_id", type = String.class),
              @ColumnResult(name = "digest", type = byte[].class),
              @ColumnResult(name = "body_bytes", type = Integer.class),
              @ColumnResult(name = "accepted_at", type = Instant.class),
              @ColumnResult(name = "expires_at", type = Instant.class),
              @ColumnResult(name = "sealing_key", type = Long.class),
              @ColumnResult(name = "acknowledge_to", type = Long.class)
            }))
class Envelope {
  /** The mapping of columns to an {@link EnvelopeHead}. */
  static final String HEAD = "EnvelopeHead";

  /** The mapping of columns to a {@link StoredEnvelope}. */
  static final String STORED = "StoredEnvelope";

  /** The mapping of columns to a {@link QuarantinedEnvelope}. */
  static final String QUARANTINED = "QuarantinedEnvelope";

  private static final byte MESSAGE = 0;
  private static final byte ACKNOWLEDGEMENT = 1;

  @Id
  @Column(name = "mailbox_id")
  private long mailboxId;

  @Id private long sequence;

  private String sender;

  @Column(name = "message_id")
  private String messageId;

  /** 0 a message, 1 an acknowledgement. */
  private byte kind;

  private byte[] digest;

  @Column(name = "body_bytes")
  private int bodyBytes;

  @Column(name = "protocol_version")
  private int protocolVersion;

  @Column(name = "content_type")
  private String contentType;

  @Column(name = "accepted_at")
  private Instant acceptedAt;

  @Column(name = "expires_at")
  private Instant expiresAt;

  @Column(name = "acknowledge_to")
  private Long acknowledgeTo;

  private byte[] body;

  @Column(name = "sealing_key")
  private Long sealingKey;

  protected Envelope() {}

  Envelope(
      long mailboxId, long sequence, EnvelopeDraft draft, Instant acceptedAt, Instant expiresAt) {
    this.mailboxId = mailboxId;
    this.sequence = sequence;
    this.sender = draft.sender();
    this.messageId = draft.messageId();
    this.kind = draft.kind() == EnvelopeKind.ACK ? ACKNOWLEDGEMENT : MESSAGE;
    this.digest = draft.body().digest();
    this.body = draft.body().bytes();
    this.sealingKey = draft.body().sealingKey();
    this.bodyBytes = draft.body().length();
    this.protocolVersion = draft.protocolVersion();
    this.contentType = draft.contentType();
    this.acknowledgeTo = draft.acknowledgeTo();
    this.acceptedAt = acceptedAt;
    this.expiresAt = expiresAt;
  }

  /** What the column {@code kind} says. */
  static EnvelopeKind kind(byte kind) {
    return kind == ACKNOWLEDGEMENT ? EnvelopeKind.ACK : EnvelopeKind.MESSAGE;
  }

  /** Sets the parameters of {@link JpaMailboxStore#insertEnvelopes}. */
  void bindTo(PreparedStatement row) throws SQLException {
    row.setLong(1, mailboxId);
    row.setLong(2, sequence);
    row.setString(3, sender);
    row.setString(4, messageId);
    row.setBytes(5, digest);
    row.setInt(6, bodyBytes);
    row.setInt(7, protocolVersion);
    row.setString(8, contentType);
    row.setObject(9, BulkInsert.utc(acceptedAt));
    row.setObject(10, BulkInsert.utc(expiresAt));
    row.setBytes(11, body);
    row.setByte(12, kind);
    row.setObject(13, acknowledgeTo);
    row.setObject(14, sealingKey);
  }

  EnvelopeHead head() {
    return new EnvelopeHead(
        mailboxId,
        sequence,
        sender,
        messageId,
        digest,
        bodyBytes,
        acceptedAt,
        expiresAt,
        sealingKey,
        acknowledgeTo);
  }
}
