package io.restante.queue;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hibernate.jpa.AvailableHints;

/**
 * Table {@code queue_message}, page by page: by sequence, in the order of the primary key or of the
 * index of a state, and by parked sequence. Sequences are given under the lock of the queue, so
 * what is committed later has a higher one, and a reader skips nothing. Reads without locks; in a
 * transaction that has the queue's lock it sees what is so.
 */
@ApplicationScoped
class JpaMessageListStore {
  @PersistenceContext private EntityManager entities;

  /** By sequence. */
  List<QueueMessage> page(long queueId, long after, int most) {
    return list(
        entities
            .createNativeQuery(
                "SELECT m.* FROM queue_message m FORCE INDEX (PRIMARY)"
                    + " WHERE m.queue_id = :queue AND m.sequence > :after"
                    + " ORDER BY m.sequence LIMIT :most",
                QueueMessage.class)
            .setParameter("queue", queueId)
            .setParameter("after", after)
            .setParameter("most", most));
  }

  /** Of one state, by sequence. */
  List<QueueMessage> page(long queueId, MessageState state, long after, int most) {
    return list(
        entities
            .createNativeQuery(
                "SELECT m.* FROM queue_message m FORCE INDEX (queue_message_state)"
                    + " WHERE m.queue_id = :queue AND m.state = :state AND m.sequence > :after"
                    + " ORDER BY m.sequence LIMIT :most",
                QueueMessage.class)
            .setParameter("queue", queueId)
            .setParameter("state", state.code())
            .setParameter("after", after)
            .setParameter("most", most));
  }

  /** Those that are parked, by parked sequence, up to the given one. */
  List<QueueMessage> parked(long queueId, long after, long last, int most) {
    return list(
        entities
            .createNativeQuery(
                "SELECT m.* FROM queue_message m FORCE INDEX (queue_message_parked)"
                    + " WHERE m.queue_id = :queue AND m.parked_sequence > :after"
                    + " AND m.parked_sequence <= :last ORDER BY m.parked_sequence LIMIT :most",
                QueueMessage.class)
            .setParameter("queue", queueId)
            .setParameter("after", after)
            .setParameter("last", last)
            .setParameter("most", most));
  }

  /** The first of an ordering key. */
  Optional<QueueMessage> head(long queueId, String orderingKey) {
    return list(
            entities
                .createNativeQuery(
                    "SELECT m.* FROM queue_message m FORCE INDEX (queue_message_order)"
                        + " WHERE m.queue_id = :queue AND m.order_key = :key"
                        + " ORDER BY m.order_sequence LIMIT 1",
                    QueueMessage.class)
                .setParameter("queue", queueId)
                .setParameter("key", orderingKey))
        .stream()
        .findFirst();
  }

  /** How many of those that were sent by then are leased or have run out of attempts. */
  @SuppressWarnings("unchecked")
  Map<MessageState, Long> staying(long queueId, Instant sentBy) {
    List<Object[]> rows =
        entities
            .createNativeQuery(
                "SELECT m.state, COUNT(*) FROM queue_message m FORCE INDEX (queue_message_state)"
                    + " WHERE m.queue_id = :queue AND m.state IN (2, 4, 7)"
                    + " AND m.enqueued_at <= :by GROUP BY m.state")
            .setFlushMode(FlushModeType.COMMIT)
            .setParameter("queue", queueId)
            .setParameter("by", sentBy)
            .getResultList();
    return rows.stream()
        .collect(
            Collectors.toMap(
                row -> MessageState.ofCode(((Number) row[0]).intValue()),
                row -> ((Number) row[1]).longValue()));
  }

  /** Forgets messages that were at their end by then, at most so many. */
  int prune(Instant until, int limit) {
    return entities
        .createNativeQuery("DELETE FROM queue_message WHERE finished_at <= :until LIMIT :most")
        .setParameter("until", until)
        .setParameter("most", limit)
        .executeUpdate();
  }

  @SuppressWarnings("unchecked")
  private static List<QueueMessage> list(Query query) {
    return query
        .setFlushMode(FlushModeType.COMMIT)
        .setHint(AvailableHints.HINT_READ_ONLY, true)
        .getResultList();
  }
}
