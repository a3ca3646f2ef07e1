package io.restante.queue;

import io.restante.database.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Table {@code queue_message}, page by page: by sequence, in the order of the primary key or of the
 * index of a state, and by parked sequence. Sequences are given under the lock of the queue, so
 * what is committed later has a higher one, and a reader skips nothing. Reads without locks; in a
 * transaction that has the queue's lock it sees what is so.
 */
@ApplicationScoped
class JpaMessageListStore {
  private static final Sql PAGE =
      page("PRIMARY", "m.queue_id = ? AND m.sequence > ? ORDER BY m.sequence");

  private static final Sql PAGE_OF_STATE =
      page(
          "queue_message_state",
          "m.queue_id = ? AND m.state = ? AND m.sequence > ? ORDER BY m.sequence");

  private static final Sql PAGE_OF_PARKED =
      page(
          "queue_message_parked",
          "m.queue_id = ? AND m.parked_sequence > ? AND m.parked_sequence <= ?"
              + " ORDER BY m.parked_sequence");

  private static final Sql PAGE_OF_KEY =
      page("queue_message_order", "m.queue_id = ? AND m.order_key = ? ORDER BY m.order_sequence");

  @PersistenceContext private EntityManager entities;

  /** By sequence. */
  List<QueueMessage> page(long queueId, long after, int most) {
    return PAGE.list(entities, QueueMessage::new, queueId, after, most);
  }

  /** Of one state, by sequence. */
  List<QueueMessage> page(long queueId, MessageState state, long after, int most) {
    return PAGE_OF_STATE.list(entities, QueueMessage::new, queueId, state.code(), after, most);
  }

  /** Those that are parked, by parked sequence, up to the given one. */
  List<QueueMessage> parked(long queueId, long after, long last, int most) {
    return PAGE_OF_PARKED.list(entities, QueueMessage::new, queueId, after, last, most);
  }

  /** The first of an ordering key. */
  Optional<QueueMessage> head(long queueId, String orderingKey) {
    return PAGE_OF_KEY.list(entities, QueueMessage::new, queueId, orderingKey, 1).stream()
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

  private static Sql page(String index, String where) {
    return JpaMessageStore.messages(
        "queue_message m FORCE INDEX (" + index + ") WHERE " + where + " LIMIT ?");
  }
}
