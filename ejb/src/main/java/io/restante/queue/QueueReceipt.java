package io.restante.queue;

import io.restante.database.BulkInsert;
import io.restante.database.JsonList;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonReader;
import jakarta.json.stream.JsonGenerator;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.StringReader;
import java.security.MessageDigest;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.Immutable;

/** Which deliveries a receive with a request id got; never changes. */
@Entity
@Immutable
@IdClass(QueueReceipt.Key.class)
@Table(name = "queue_receipt")
class QueueReceipt {
  @Id
  @Column(name = "queue_id")
  private long queueId;

  @Id
  @Column(name = "principal_id")
  private String principalId;

  @Id
  @Column(name = "request_id")
  private String requestId;

  private byte[] fingerprint;
  private String deliveries;

  @Column(name = "created_at")
  private Instant createdAt;

  protected QueueReceipt() {}

  QueueReceipt(Key key, byte[] fingerprint, List<Leased> leased, Instant createdAt) {
    this.queueId = key.queueId();
    this.principalId = key.principalId();
    this.requestId = key.requestId();
    this.fingerprint = fingerprint;
    this.deliveries = JsonList.of(leased, QueueReceipt::write);
    this.createdAt = createdAt;
  }

  /** Whose receive of which queue. */
  record Key(long queueId, String principalId, String requestId) implements java.io.Serializable {
    void writeTo(JsonGenerator json) {
      json.writeStartArray().write(queueId).write(principalId).write(requestId).writeEnd();
    }
  }

  Key key() {
    return new Key(queueId, principalId, requestId);
  }

  boolean isOf(byte[] otherFingerprint) {
    return MessageDigest.isEqual(fingerprint, otherFingerprint);
  }

  List<DeliveryTokens.Claim> deliveries() {
    try (JsonReader reader = Json.createReader(new StringReader(deliveries))) {
      return reader.readArray().getValuesAs(JsonArray.class).stream().map(this::claim).toList();
    }
  }

  /** Sets the parameters of {@link JpaReceiptStore#insert}. */
  void bindTo(PreparedStatement row) throws SQLException {
    row.setLong(1, queueId);
    row.setString(2, principalId);
    row.setString(3, requestId);
    row.setBytes(4, fingerprint);
    row.setString(5, deliveries);
    row.setObject(6, BulkInsert.utc(createdAt));
  }

  private DeliveryTokens.Claim claim(JsonArray delivery) {
    return new DeliveryTokens.Claim(
        new MessageKey(queueId, delivery.getJsonNumber(0).longValue()),
        new Lease(principalId, delivery.getJsonNumber(1).longValue(), delivery.getInt(2)));
  }

  private static void write(Leased leased, JsonGenerator json) {
    json.writeStartArray()
        .write(leased.sequence())
        .write(leased.lease().version())
        .write(leased.lease().generation())
        .writeEnd();
  }
}
