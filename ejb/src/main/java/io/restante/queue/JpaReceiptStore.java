package io.restante.queue;

import io.restante.database.BulkInsert;
import io.restante.database.JsonList;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.hibernate.jpa.AvailableHints;

/** Table {@code queue_receipt}; read and written under the lock of the queue's counters. */
@ApplicationScoped
class JpaReceiptStore {
  private static final String FIND =
      """
      SELECT r.* FROM JSON_TABLE(:keys, '$[*]' COLUMNS (
        queue_id BIGINT PATH '$[0]',
        principal_id VARCHAR(36) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[1]',
        request_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[2]')) k
        STRAIGHT_JOIN queue_receipt r FORCE INDEX (PRIMARY)
          ON r.queue_id = k.queue_id AND r.principal_id = k.principal_id
          AND r.request_id = k.request_id
      """;

  private static final BulkInsert<QueueReceipt> INSERT =
      new BulkInsert<>(
          "INSERT INTO queue_receipt (queue_id, principal_id, request_id, fingerprint, deliveries,"
              + " created_at) VALUES (?, ?, ?, ?, ?, ?)",
          QueueReceipt::bindTo);

  @PersistenceContext private EntityManager entities;

  @SuppressWarnings("unchecked")
  List<QueueReceipt> find(Collection<QueueReceipt.Key> keys) {
    return keys.isEmpty()
        ? List.of()
        : entities
            .createNativeQuery(FIND, QueueReceipt.class)
            .setFlushMode(FlushModeType.COMMIT)
            .setHint(AvailableHints.HINT_READ_ONLY, true)
            .setParameter("keys", JsonList.of(keys, QueueReceipt.Key::writeTo))
            .getResultList();
  }

  void insert(Collection<QueueReceipt> receipts) {
    INSERT.run(entities, receipts);
  }

  /** Forgets what was given by then, at most so many. */
  int prune(Instant until, int limit) {
    return entities
        .createNativeQuery("DELETE FROM queue_receipt WHERE created_at <= :until LIMIT :most")
        .setParameter("until", until)
        .setParameter("most", limit)
        .executeUpdate();
  }
}
