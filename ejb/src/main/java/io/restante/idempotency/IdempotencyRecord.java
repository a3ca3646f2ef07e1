package io.restante.idempotency;

import io.restante.database.BulkInsert;
import io.restante.keys.Keys;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import org.hibernate.annotations.Immutable;

/** A kept answer. */
@Entity
@Immutable
@Table(name = "idempotency_record")
class IdempotencyRecord {
  @Id
  @Column(name = "key_hash")
  private byte[] keyHash;

  private byte[] fingerprint;
  private short status;
  private byte[] response;
  private boolean sealed;
  private String resource;

  @Column(name = "created_at")
  private Instant createdAt;

  @Column(name = "expires_at")
  private Instant expiresAt;

  /** The key that the response is sealed with, for {@code GET /admin/sealing}. */
  @Column(name = "sealing_key")
  private Long sealingKey;

  protected IdempotencyRecord() {}

  IdempotencyRecord(
      byte[] keyHash,
      byte[] fingerprint,
      StoredAnswer answer,
      boolean sealed,
      String resource,
      Instant createdAt,
      Instant expiresAt) {
    this.keyHash = keyHash;
    this.fingerprint = fingerprint;
    this.status = (short) answer.status();
    this.response = answer.body();
    this.sealed = sealed;
    this.resource = resource;
    this.createdAt = createdAt;
    this.expiresAt = expiresAt;
    this.sealingKey = sealed && response != null ? Keys.sealingKey(response).orElse(null) : null;
  }

  /** Sets the parameters of the insert of {@link JpaIdempotencyStore}. */
  void bindTo(PreparedStatement row) throws SQLException {
    row.setBytes(1, keyHash);
    row.setBytes(2, fingerprint);
    row.setShort(3, status);
    row.setBytes(4, response);
    row.setBoolean(5, sealed);
    row.setString(6, resource);
    row.setObject(7, BulkInsert.utc(createdAt));
    row.setObject(8, BulkInsert.utc(expiresAt));
    row.setObject(9, sealingKey);
  }

  byte[] keyHash() {
    return keyHash;
  }

  byte[] fingerprint() {
    return fingerprint;
  }

  StoredAnswer answer() {
    return new StoredAnswer(status, response);
  }

  boolean isSealed() {
    return sealed;
  }

  /** The key that the answer is sealed with; null if it has no body, or is in clear. */
  Long sealingKey() {
    return sealingKey;
  }

  boolean isExpired(Instant now) {
    return !expiresAt.isAfter(now);
  }
}
