package io.restante.queue;

import io.restante.database.BulkInsert;
import io.restante.database.JsonList;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.hibernate.jpa.AvailableHints;

/**
 * Tables {@code queue}, {@code queue_counter}, {@code queue_message} (clustered by queue and
 * sequence, unique by message id, an index for each way of finding one) and {@code queue_body}.
 *
 * <p>Every change of a queue or of what it holds locks the queue's counters first, several in
 * ascending order of id, so all that is read of them afterwards stays as read until the transaction
 * ends. What is asked for many keys at once goes as one JSON parameter (ADR 11). Messages are read
 * as entities that Hibernate does not write: {@link #insert} and {@link #update} do, one statement
 * for all.
 */
@ApplicationScoped
class JpaQueueStore {
  private static final String KEYS =
      """
      JSON_TABLE(:keys, '$[*]' COLUMNS (
        queue_id BIGINT PATH '$[0]', sequence BIGINT PATH '$[1]')) k
      """;

  /** Locks in the order of the list. */
  private static final String LOCK =
      """
      SELECT c.*, q.* FROM JSON_TABLE(:ids, '$[*]' COLUMNS (id BIGINT PATH '$')) k
        STRAIGHT_JOIN queue_counter c FORCE INDEX (PRIMARY) ON c.queue_id = k.id
        STRAIGHT_JOIN queue q FORCE INDEX (PRIMARY) ON q.id = c.queue_id
        FOR UPDATE
      """;

  private static final String TAKEN =
      """
      SELECT m.queue_id, m.message_id FROM JSON_TABLE(:ids, '$[*]' COLUMNS (
        queue_id BIGINT PATH '$[0]',
        message_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[1]')) k
        STRAIGHT_JOIN queue_message m FORCE INDEX (queue_message_id)
          ON m.queue_id = k.queue_id AND m.message_id = k.message_id
      """;

  private static final String MESSAGES =
      "SELECT m.* FROM "
          + KEYS
          + " STRAIGHT_JOIN queue_message m FORCE INDEX (PRIMARY)"
          + " ON m.queue_id = k.queue_id AND m.sequence = k.sequence";

  private static final String DUE =
      """
      SELECT m.* FROM queue_message m FORCE INDEX (queue_message_due)
        WHERE m.due_queue = :queue AND m.due_at <= :now ORDER BY m.due_at LIMIT :most
      """;

  private static final String NEXT_DUE =
      """
      SELECT MIN(m.due_at) FROM queue_message m FORCE INDEX (queue_message_due)
        WHERE m.due_queue = :queue AND m.due_at > :now
      """;

  /** One entry of the index for each queue: the first that is due, or will be. */
  private static final String QUEUES_WITH_DUE =
      """
      SELECT q.id FROM queue q WHERE (
        SELECT m.due_at FROM queue_message m FORCE INDEX (queue_message_due)
          WHERE m.due_queue = q.id ORDER BY m.due_queue, m.due_at LIMIT 1) <= :now
        LIMIT :most
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

  private static final String DELIVERABLE =
      """
      SELECT m.* FROM queue_message m FORCE INDEX (queue_message_deliverable)
        WHERE m.deliverable_queue = :queue AND m.deliverable_sequence > :after
        ORDER BY m.deliverable_sequence LIMIT :most
      """;

  /**
   * The first of each ordering key: one entry of the index for each, however many follow. MIN, or a
   * join with the index itself, reads them all.
   */
  private static final String HEADS =
      """
      SELECT m.* FROM JSON_TABLE(:keys, '$[*]' COLUMNS (
        ordering_key VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$')) k
        STRAIGHT_JOIN queue_message m FORCE INDEX (PRIMARY)
          ON m.queue_id = :queue AND m.sequence = (
            SELECT x.sequence FROM queue_message x FORCE INDEX (queue_message_order)
              WHERE x.queue_id = :queue AND x.order_key = k.ordering_key
              ORDER BY x.queue_id, x.order_key, x.order_sequence LIMIT 1)
      """;

  private static final String BODIES =
      "SELECT b.queue_id, b.sequence, b.body FROM "
          + KEYS
          + " STRAIGHT_JOIN queue_body b FORCE INDEX (PRIMARY)"
          + " ON b.queue_id = k.queue_id AND b.sequence = k.sequence";

  private static final String UPDATE =
      """
      UPDATE JSON_TABLE(:rows, '$[*]' COLUMNS (
        queue_id BIGINT PATH '$[0]',
        sequence BIGINT PATH '$[1]',
        state TINYINT PATH '$[2]',
        state_version BIGINT PATH '$[3]',
        lease_version BIGINT PATH '$[4]',
        generation INT PATH '$[5]',
        attempts INT PATH '$[6]',
        not_before DATETIME(3) PATH '$[7]',
        lease_until DATETIME(3) PATH '$[8]',
        holder VARCHAR(36) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[9]',
        fence BIGINT PATH '$[10]',
        ready_sequence BIGINT PATH '$[11]',
        deliverable_sequence BIGINT PATH '$[12]',
        order_sequence BIGINT PATH '$[13]',
        parked_sequence BIGINT PATH '$[14]',
        due_at DATETIME(3) PATH '$[15]',
        reason VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[16]',
        finished_at DATETIME(3) PATH '$[17]')) k
        STRAIGHT_JOIN queue_message m FORCE INDEX (PRIMARY)
          ON m.queue_id = k.queue_id AND m.sequence = k.sequence
        SET m.state = k.state, m.state_version = k.state_version,
          m.lease_version = k.lease_version, m.generation = k.generation,
          m.attempts = k.attempts, m.not_before = k.not_before, m.lease_until = k.lease_until,
          m.holder = k.holder, m.fence = k.fence, m.ready_sequence = k.ready_sequence,
          m.deliverable_sequence = k.deliverable_sequence, m.order_sequence = k.order_sequence,
          m.parked_sequence = k.parked_sequence, m.due_at = k.due_at, m.reason = k.reason,
          m.finished_at = k.finished_at
      """;

  private static final String DELETE_BODIES =
      "DELETE b FROM "
          + KEYS
          + " STRAIGHT_JOIN queue_body b FORCE INDEX (PRIMARY)"
          + " ON b.queue_id = k.queue_id AND b.sequence = k.sequence";

  private static final String SAVE_USAGE =
      """
      UPDATE JSON_TABLE(:rows, '$[*]' COLUMNS (
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
      """;

  private static final BulkInsert<QueueMessage> INSERT_MESSAGES =
      new BulkInsert<>(
          "INSERT INTO queue_message (queue_id, sequence, message_id, body_bytes, ordering_key,"
              + " enqueued_at, expires_at, state, state_version, lease_version, generation,"
              + " attempts, not_before, lease_until, holder, fence, ready_sequence,"
              + " deliverable_sequence, order_sequence, parked_sequence, due_at, reason, finished_at)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          QueueMessage::bindTo);

  private static final BulkInsert<Map.Entry<MessageKey, StoredBody>> INSERT_BODIES =
      new BulkInsert<>(
          "INSERT INTO queue_body (queue_id, sequence, sealing_key, body) VALUES (?, ?, ?, ?)",
          (body, row) -> body.getValue().bindTo(body.getKey(), row));

  @PersistenceContext private EntityManager entities;

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

  /** Locks a queue whose policy is to change, unless it does not exist. */
  Optional<Queue> lockToChange(long id) {
    QueueUsage usage = entities.find(QueueUsage.class, id, LockModeType.PESSIMISTIC_WRITE);
    return usage == null ? Optional.empty() : Optional.of(entities.find(Queue.class, id));
  }

  /** The usage of a queue that is locked to change. */
  QueueUsage locked(long id) {
    return entities.find(QueueUsage.class, id);
  }

  /**
   * Locks the queues, lowest id first; those that do not exist are left out. Of what is changed in
   * the usages, only {@link #saveUsage} writes anything.
   */
  @SuppressWarnings("unchecked")
  List<Object[]> lock(SortedSet<Long> ids) {
    return query(entities.createNativeQuery(LOCK, Queue.LOCKED))
        .setHint(AvailableHints.HINT_READ_ONLY, true)
        .setParameter("ids", JsonList.of(ids, (id, json) -> json.write(id)))
        .getResultList();
  }

  /** Which of the ids are taken. */
  @SuppressWarnings("unchecked")
  Set<SentId> taken(Collection<SentId> ids) {
    if (ids.isEmpty()) {
      return Set.of();
    }
    List<Object[]> rows =
        query(entities.createNativeQuery(TAKEN))
            .setParameter("ids", JsonList.of(ids, SentId::writeTo))
            .getResultList();
    return rows.stream()
        .map(row -> new SentId(((Number) row[0]).longValue(), (String) row[1]))
        .collect(Collectors.toSet());
  }

  List<QueueMessage> messages(Collection<MessageKey> keys) {
    return keys.isEmpty()
        ? List.of()
        : messages(
            entities
                .createNativeQuery(MESSAGES, QueueMessage.class)
                .setParameter("keys", JsonList.of(keys, MessageKey::writeTo)));
  }

  /** A message by the id that its producer gave it. */
  Optional<QueueMessage> message(SentId id) {
    return messages(
            entities
                .createNativeQuery(
                    "SELECT m.* FROM queue_message m"
                        + " WHERE m.queue_id = :queue AND m.message_id = :message",
                    QueueMessage.class)
                .setParameter("queue", id.queueId())
                .setParameter("message", id.messageId()))
        .stream()
        .findFirst();
  }

  /** Those that time changes, the longest due first. */
  List<QueueMessage> due(long queueId, Instant now, int most) {
    return messages(
        entities
            .createNativeQuery(DUE, QueueMessage.class)
            .setParameter("queue", queueId)
            .setParameter("now", now)
            .setParameter("most", most));
  }

  /** When time changes the next one that is not due yet. */
  Optional<Instant> nextDue(long queueId, Instant now) {
    return Optional.ofNullable(
        (Instant)
            query(entities.createNativeQuery(NEXT_DUE, Instant.class))
                .setParameter("queue", queueId)
                .setParameter("now", now)
                .getSingleResult());
  }

  /** Queues that hold something due, read without a lock. */
  @SuppressWarnings("unchecked")
  List<Long> queuesWithDue(Instant now, int most) {
    return entities
        .createNativeQuery(QUEUES_WITH_DUE, Long.class)
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

  /** Those that may be handed out, behind the given place. */
  List<QueueMessage> deliverable(long queueId, long after, int most) {
    return messages(
        entities
            .createNativeQuery(DELIVERABLE, QueueMessage.class)
            .setParameter("queue", queueId)
            .setParameter("after", after)
            .setParameter("most", most));
  }

  /** The first of each of the ordering keys, whatever state it is in. */
  List<QueueMessage> heads(long queueId, Collection<String> orderingKeys) {
    return messages(
        entities
            .createNativeQuery(HEADS, QueueMessage.class)
            .setParameter("queue", queueId)
            .setParameter("keys", JsonList.of(orderingKeys, (key, json) -> json.write(key))));
  }

  /** The bodies as they are stored, without those that are not there. */
  @SuppressWarnings("unchecked")
  Map<MessageKey, byte[]> bodies(Collection<MessageKey> keys) {
    if (keys.isEmpty()) {
      return Map.of();
    }
    List<Object[]> rows =
        query(entities.createNativeQuery(BODIES))
            .setParameter("keys", JsonList.of(keys, MessageKey::writeTo))
            .getResultList();
    return rows.stream()
        .collect(
            Collectors.toMap(
                row -> new MessageKey(((Number) row[0]).longValue(), ((Number) row[1]).longValue()),
                row -> (byte[]) row[2]));
  }

  void insert(Collection<QueueMessage> messages, Map<MessageKey, StoredBody> bodies) {
    INSERT_MESSAGES.run(entities, messages);
    INSERT_BODIES.run(entities, bodies.entrySet());
  }

  void update(Collection<QueueMessage> messages) {
    execute(UPDATE, "rows", messages, QueueMessage::writeTo);
  }

  void deleteBodies(Collection<MessageKey> keys) {
    execute(DELETE_BODIES, "keys", keys, MessageKey::writeTo);
  }

  void saveUsage(Collection<QueueUsage> changed) {
    execute(SAVE_USAGE, "rows", changed, QueueUsage::writeTo);
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

  @SuppressWarnings("unchecked")
  private static List<QueueMessage> messages(Query query) {
    return query(query).setHint(AvailableHints.HINT_READ_ONLY, true).getResultList();
  }

  private <T> void execute(
      String sql, String parameter, Collection<T> rows, JsonList.Writer<T> writer) {
    if (!rows.isEmpty()) {
      query(entities.createNativeQuery(sql))
          .setParameter(parameter, JsonList.of(rows, writer))
          .executeUpdate();
    }
  }

  /** No look through all entities for changes before each statement: there are none to find. */
  private static Query query(Query query) {
    return query.setFlushMode(FlushModeType.COMMIT);
  }
}
