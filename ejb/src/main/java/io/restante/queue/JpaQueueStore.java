package io.restante.queue;

import io.restante.database.JsonList;
import io.restante.database.Sql;
import io.restante.error.RestanteException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Tables {@code queue} and {@code queue_counter}; what queues hold is in {@link JpaMessageStore}.
 *
 * <p>Every change of a queue or of what it holds locks the queue's counters first, several in
 * ascending order of id, so all that is read of them afterwards stays as read until the transaction
 * ends. The pipeline's transactions lock and save past Hibernate's mapping (ADR 22), and what is
 * asked for many keys at once goes as one JSON parameter (ADR 11).
 */
@ApplicationScoped
class JpaQueueStore {
  private static final String LOCK_ONE =
      lock("queue_counter c FORCE INDEX (PRIMARY)", "WHERE c.queue_id = ?");

  /** Locks in the order of the list. */
  private static final String LOCK_SEVERAL =
      lock(
          "JSON_TABLE(?, '$[*]' COLUMNS (id BIGINT PATH '$')) k"
              + " STRAIGHT_JOIN queue_counter c FORCE INDEX (PRIMARY) ON c.queue_id = k.id",
          "");

  private static final String UNLESS_LOCKED = " SKIP LOCKED";
  private static final Sql WAIT_FOR_ONE = new Sql(LOCK_ONE);
  private static final Sql WAIT_FOR_SEVERAL = new Sql(LOCK_SEVERAL);
  private static final Sql LOCK_ONE_IF_FREE = new Sql(LOCK_ONE + UNLESS_LOCKED);
  private static final Sql LOCK_THOSE_FREE = new Sql(LOCK_SEVERAL + UNLESS_LOCKED);

  /**
   * One entry of the index for each queue: the first that is due, or will be. Queues that take no
   * writes are left out.
   */
  private static final String QUEUES_WITH_DUE =
      """
      SELECT q.id FROM queue q FORCE INDEX (PRIMARY)
        STRAIGHT_JOIN queue_counter c FORCE INDEX (PRIMARY) ON c.queue_id = q.id
        WHERE q.id > :after AND c.drifted_at IS NULL AND (
          SELECT m.due_at FROM queue_message m FORCE INDEX (queue_message_due)
            WHERE m.due_queue = q.id ORDER BY m.due_queue, m.due_at LIMIT 1) <= :now
        ORDER BY q.id LIMIT :most
      """;

  /** One entry of the index for each queue. */
  private static final String QUEUES_WITH_DELIVERABLE =
      """
      SELECT k.id FROM JSON_TABLE(:ids, '$[*]' COLUMNS (id BIGINT PATH '$')) k
        LEFT JOIN queue q FORCE INDEX (PRIMARY) ON q.id = k.id
        WHERE q.id IS NULL OR (
          SELECT m.sequence FROM queue_message m FORCE INDEX (queue_message_deliverable)
            WHERE m.deliverable_queue = k.id LIMIT 1) IS NOT NULL
      """;

  private static final Sql SAVE_USAGE =
      new Sql(
          """
          UPDATE JSON_TABLE(?, '$[*]' COLUMNS (
            queue_id BIGINT PATH '$[0]',
            stored_messages BIGINT PATH '$[1]',
            stored_bytes BIGINT PATH '$[2]',
            in_flight_messages BIGINT PATH '$[3]',
            in_flight_bytes BIGINT PATH '$[4]',
            dead_letter_messages BIGINT PATH '$[5]',
            dead_letter_bytes BIGINT PATH '$[6]',
            next_sequence BIGINT PATH '$[7]',
            next_ready_sequence BIGINT PATH '$[8]',
            next_parked_sequence BIGINT PATH '$[9]',
            next_fence BIGINT PATH '$[10]')) k
            STRAIGHT_JOIN queue_counter c FORCE INDEX (PRIMARY) ON c.queue_id = k.queue_id
            SET c.stored_messages = k.stored_messages, c.stored_bytes = k.stored_bytes,
              c.in_flight_messages = k.in_flight_messages, c.in_flight_bytes = k.in_flight_bytes,
              c.dead_letter_messages = k.dead_letter_messages,
              c.dead_letter_bytes = k.dead_letter_bytes, c.next_sequence = k.next_sequence,
              c.next_ready_sequence = k.next_ready_sequence,
              c.next_parked_sequence = k.next_parked_sequence, c.next_fence = k.next_fence
          """);

  @PersistenceContext private EntityManager entities;

  /**
   * A locked queue.
   *
   * @param firstDue when time changes the first of its messages; null if it changes none
   */
  record Locked(QueueUsage usage, Queue queue, Instant firstDue) {}

  void add(Queue queue) {
    entities.persist(queue);
    entities.flush();
    entities.persist(new QueueUsage(queue.id()));
    entities.flush();
  }

  /** A queue by its name, read without a lock. */
  Optional<QueueEntry> find(QueueAddress address) {
    return entries("where d.name = :domain and q.name = :queue")
        .setParameter("domain", address.domain())
        .setParameter("queue", address.queue())
        .getResultStream()
        .findFirst();
  }

  /** Those of the queues that exist. */
  List<QueueEntry> entries(Collection<Long> ids) {
    return entries("where q.id in :ids").setParameter("ids", ids).getResultList();
  }

  /** A queue as it is, without a lock; not for deciding anything. */
  Optional<QueueState> read(QueueEntry entry) {
    QueueUsage usage = entities.find(QueueUsage.class, entry.id());
    return Optional.ofNullable(entities.find(Queue.class, entry.id()))
        .map(queue -> queue.state(entry.address(), usage));
  }

  /**
   * Looks without a lock whether the queue takes writes.
   *
   * @throws RestanteException RECOVERY_REQUIRED if it does not
   */
  void requireSound(QueueEntry entry) {
    QueueUsage usage = entities.find(QueueUsage.class, entry.id());
    if (usage != null) {
      usage.requireSound();
    }
  }

  /** Locks a queue whose policy is to change, unless it does not exist. */
  Optional<Queue> lockToChange(long id) {
    QueueUsage usage = entities.find(QueueUsage.class, id, LockModeType.PESSIMISTIC_WRITE);
    return usage == null ? Optional.empty() : Optional.of(entities.find(Queue.class, id));
  }

  /** The usage of a queue that is locked to change, as this transaction has saved it until now. */
  QueueUsage locked(long id) {
    QueueUsage usage = entities.find(QueueUsage.class, id);
    entities.refresh(usage);
    return usage;
  }

  /**
   * Locks the queues, lowest id first; those that do not exist are left out. Of what is changed in
   * the usages, only {@link #saveUsage} writes anything.
   *
   * @param waiting whether to wait for those that somebody else has locked, or to leave them out
   */
  List<Locked> lock(SortedSet<Long> ids, boolean waiting) {
    Sql.Reader<Locked> reader =
        row -> new Locked(new QueueUsage(row), new Queue(row), row.instant());
    if (ids.size() == 1) {
      return (waiting ? WAIT_FOR_ONE : LOCK_ONE_IF_FREE).list(entities, reader, ids.first());
    }
    return (waiting ? WAIT_FOR_SEVERAL : LOCK_THOSE_FREE)
        .list(entities, reader, JsonList.of(ids, (id, json) -> json.write(id)));
  }

  /** Those of the queues that exist, read without a lock. */
  List<Long> existing(Collection<Long> ids) {
    return entities
        .createQuery("select u.queueId from QueueUsage u where u.queueId in :ids", Long.class)
        .setParameter("ids", ids)
        .getResultList();
  }

  /** Queues that hold something due, by ascending id above one, read without a lock. */
  @SuppressWarnings("unchecked")
  List<Long> queuesWithDue(Instant now, long after, int most) {
    return entities
        .createNativeQuery(QUEUES_WITH_DUE, Long.class)
        .setParameter("after", after)
        .setParameter("now", now)
        .setParameter("most", most)
        .getResultList();
  }

  /** Those of the queues that have something to hand out, or are gone, read without a lock. */
  @SuppressWarnings("unchecked")
  List<Long> queuesWithDeliverable(Collection<Long> ids) {
    return entities
        .createNativeQuery(QUEUES_WITH_DELIVERABLE, Long.class)
        .setParameter("ids", JsonList.of(ids, (id, json) -> json.write(id)))
        .getResultList();
  }

  void saveUsage(Collection<QueueUsage> changed) {
    if (!changed.isEmpty()) {
      SAVE_USAGE.execute(entities, JsonList.of(changed, QueueUsage::writeTo));
    }
  }

  /** Deletes a locked queue and whatever it holds. */
  void deleteWithContent(Queue queue) {
    for (String table : List.of("queue_body", "queue_receipt", "queue_message", "queue_counter")) {
      entities
          .createNativeQuery("DELETE FROM " + table + " WHERE queue_id = :queue")
          .setParameter("queue", queue.id())
          .executeUpdate();
    }
    entities
        .createNativeQuery("DELETE FROM queue WHERE id = :queue")
        .setParameter("queue", queue.id())
        .executeUpdate();
  }

  private TypedQuery<QueueEntry> entries(String where) {
    return entities.createQuery(
        "select new io.restante.queue.QueueEntry(q.id,"
            + " new io.restante.queue.QueueAddress(d.name, q.name), q.incarnation)"
            + " from Queue q join Domain d on d.id = q.domainId "
            + where,
        QueueEntry.class);
  }

  /**
   * Reads {@link Locked}. One more entry of an index for each queue, which is not locked, tells
   * when the first of its messages is due.
   */
  private static String lock(String counters, String where) {
    return "SELECT "
        + Sql.columns("c", QueueUsage.COLUMNS)
        + ", "
        + Sql.columns("q", Queue.COLUMNS)
        + ", (SELECT m.due_at FROM queue_message m FORCE INDEX (queue_message_due)"
        + " WHERE m.due_queue = c.queue_id ORDER BY m.due_queue, m.due_at LIMIT 1) FROM "
        + counters
        + " STRAIGHT_JOIN queue q FORCE INDEX (PRIMARY) ON q.id = c.queue_id "
        + where
        + " FOR UPDATE";
  }
}
