package io.restante.queue;

import io.restante.database.BulkInsert;
import io.restante.database.JsonList;
import io.restante.database.Row;
import io.restante.database.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tables {@code queue_message} (clustered by queue and sequence, unique by message id, an index for
 * each way of finding one) and {@code queue_body}, read and written by the transactions that have
 * locked the queue ({@link JpaQueueStore}).
 *
 * <p>Past Hibernate's mapping, in its session and transaction (ADR 22): each statement for all
 * messages of the transaction that it concerns, their keys as one JSON parameter (ADR 11).
 */
@ApplicationScoped
class JpaMessageStore {
  private static final String COLUMNS = Sql.columns("m", QueueMessage.COLUMNS);

  private static final String KEYS =
      """
      JSON_TABLE(?, '$[*]' COLUMNS (
        queue_id BIGINT PATH '$[0]', sequence BIGINT PATH '$[1]')) k
      """;

  private static final Sql TAKEN =
      new Sql(
          """
          SELECT m.queue_id, m.message_id FROM JSON_TABLE(?, '$[*]' COLUMNS (
            queue_id BIGINT PATH '$[0]',
            message_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[1]')) k
            STRAIGHT_JOIN queue_message m FORCE INDEX (queue_message_id)
              ON m.queue_id = k.queue_id AND m.message_id = k.message_id
          """);

  private static final Sql MESSAGES =
      messages(
          KEYS
              + " STRAIGHT_JOIN queue_message m FORCE INDEX (PRIMARY)"
              + " ON m.queue_id = k.queue_id AND m.sequence = k.sequence");

  private static final Sql MESSAGE =
      messages(
          "queue_message m FORCE INDEX (queue_message_id)"
              + " WHERE m.queue_id = ? AND m.message_id = ?");

  private static final Sql DUE =
      messages(
          "queue_message m FORCE INDEX (queue_message_due)"
              + " WHERE m.due_queue = ? AND m.due_at <= ? ORDER BY m.due_at LIMIT ?");

  private static final Sql NEXT_DUE =
      new Sql(
          "SELECT MIN(m.due_at) FROM queue_message m FORCE INDEX (queue_message_due)"
              + " WHERE m.due_queue = ? AND m.due_at > ?");

  /** With its body, if that is there and no larger; a larger one is not looked up. */
  private static final Sql DELIVERABLE =
      new Sql(
          "SELECT "
              + COLUMNS
              + ", b.sealing_key, b.body"
              + " FROM queue_message m FORCE INDEX (queue_message_deliverable)"
              + " LEFT JOIN queue_body b FORCE INDEX (PRIMARY)"
              + " ON b.queue_id = m.queue_id AND b.sequence = m.sequence AND m.body_bytes <= ?"
              + " WHERE m.deliverable_queue = ? AND m.deliverable_sequence > ?"
              + " ORDER BY m.deliverable_sequence LIMIT ?");

  /**
   * The first of each ordering key: one entry of the index for each, however many follow. MIN, or a
   * join with the index itself, reads them all.
   */
  private static final Sql HEADS =
      messages(
          """
          JSON_TABLE(?, '$[*]' COLUMNS (
            ordering_key VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$')) k
            STRAIGHT_JOIN queue_message m FORCE INDEX (PRIMARY)
              ON m.queue_id = ? AND m.sequence = (
                SELECT x.sequence FROM queue_message x FORCE INDEX (queue_message_order)
                  WHERE x.queue_id = ? AND x.order_key = k.ordering_key
                  ORDER BY x.queue_id, x.order_key, x.order_sequence LIMIT 1)
          """);

  private static final Sql LARGEST =
      new Sql(
          "SELECT MAX(m.body_bytes) FROM queue_message m FORCE INDEX (queue_message_state)"
              + " WHERE m.queue_id = ? AND m.state IN (0, 1, 2, 4, 7)");

  private static final Sql BODIES =
      new Sql(
          "SELECT b.queue_id, b.sequence, b.sealing_key, b.body FROM "
              + KEYS
              + " STRAIGHT_JOIN queue_body b FORCE INDEX (PRIMARY)"
              + " ON b.queue_id = k.queue_id AND b.sequence = k.sequence");

  private static final BulkInsert<QueueMessage> INSERT_MESSAGES =
      new BulkInsert<>(
          "INSERT INTO queue_message ("
              + String.join(", ", QueueMessage.COLUMNS)
              + ") VALUES ("
              + String.join(", ", Collections.nCopies(QueueMessage.COLUMNS.size(), "?"))
              + ")",
          QueueMessage::bindTo);

  private static final BulkInsert<Map.Entry<MessageKey, StoredBody>> INSERT_BODIES =
      new BulkInsert<>(
          "INSERT INTO queue_body (queue_id, sequence, sealing_key, body) VALUES (?, ?, ?, ?)",
          (body, row) -> body.getValue().bindTo(body.getKey(), row));

  private static final Sql UPDATE =
      new Sql(
          """
          UPDATE JSON_TABLE(?, '$[*]' COLUMNS (
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
          """);

  private static final Sql DELETE_BODIES =
      new Sql(
          "DELETE b FROM "
              + KEYS
              + " STRAIGHT_JOIN queue_body b FORCE INDEX (PRIMARY)"
              + " ON b.queue_id = k.queue_id AND b.sequence = k.sequence");

  @PersistenceContext private EntityManager entities;

  /**
   * A message to hand out.
   *
   * @param body null if it is not there, or larger than was asked for
   */
  record Deliverable(QueueMessage message, SealedBody body) {}

  /** Which of the ids are taken. */
  Set<SentId> taken(Collection<SentId> ids) {
    return ids.isEmpty()
        ? Set.of()
        : Set.copyOf(
            TAKEN.list(
                entities,
                row -> new SentId(row.number(), row.text()),
                JsonList.of(ids, SentId::writeTo)));
  }

  List<QueueMessage> messages(Collection<MessageKey> keys) {
    return keys.isEmpty()
        ? List.of()
        : MESSAGES.list(entities, QueueMessage::new, JsonList.of(keys, MessageKey::writeTo));
  }

  /** A message by the id that its producer gave it. */
  Optional<QueueMessage> message(SentId id) {
    return MESSAGE.list(entities, QueueMessage::new, id.queueId(), id.messageId()).stream()
        .findFirst();
  }

  /** Those that time changes, the longest due first. */
  List<QueueMessage> due(long queueId, Instant now, int most) {
    return DUE.list(entities, QueueMessage::new, queueId, now, most);
  }

  /** When time changes the next one that is not due yet. */
  Optional<Instant> nextDue(long queueId, Instant now) {
    return Optional.ofNullable(NEXT_DUE.list(entities, Row::instant, queueId, now).get(0));
  }

  /**
   * Those that may be handed out, behind the given place, at most so many.
   *
   * @param largest bodies of more bytes are left out
   */
  List<Deliverable> deliverable(long queueId, long after, int most, long largest) {
    return DELIVERABLE.list(
        entities,
        row -> new Deliverable(new QueueMessage(row), SealedBody.of(row)),
        largest,
        queueId,
        after,
        most);
  }

  /** The size of the largest that is not at its end, 0 if there is none; reads all their rows. */
  int largest(long queueId) {
    return LARGEST.list(entities, Row::integer, queueId).get(0);
  }

  /** The first of each of the ordering keys, whatever state it is in. */
  List<QueueMessage> heads(long queueId, Collection<String> orderingKeys) {
    return HEADS.list(
        entities,
        QueueMessage::new,
        JsonList.of(orderingKeys, (key, json) -> json.write(key)),
        queueId,
        queueId);
  }

  /** The bodies as they are stored, without those that are not there. */
  Map<MessageKey, SealedBody> bodies(Collection<MessageKey> keys) {
    return keys.isEmpty()
        ? Map.of()
        : BODIES
            .list(
                entities,
                row -> Map.entry(new MessageKey(row.number(), row.number()), SealedBody.of(row)),
                JsonList.of(keys, MessageKey::writeTo))
            .stream()
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  void insert(Collection<QueueMessage> messages, Map<MessageKey, StoredBody> bodies) {
    INSERT_MESSAGES.run(entities, messages);
    INSERT_BODIES.run(entities, bodies.entrySet());
  }

  void update(Collection<QueueMessage> messages) {
    if (!messages.isEmpty()) {
      UPDATE.execute(entities, JsonList.of(messages, QueueMessage::writeTo));
    }
  }

  void deleteBodies(Collection<MessageKey> keys) {
    if (!keys.isEmpty()) {
      DELETE_BODIES.execute(entities, JsonList.of(keys, MessageKey::writeTo));
    }
  }

  /** Reads {@link QueueMessage}s, of {@code queue_message m}. */
  static Sql messages(String from) {
    return new Sql("SELECT " + COLUMNS + " FROM " + from);
  }
}
