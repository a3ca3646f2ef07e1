package io.restante.queue;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Table {@code queue_counter} beside the rows of {@code queue_message} and {@code queue_body}.
 *
 * <p>A queue is counted by one statement, which sees one moment, so counters and rows belong
 * together although nothing is locked. It reads all these rows of the queue by their primary keys.
 * Marking and repairing need the lock of the counters.
 */
@ApplicationScoped
class JpaQueueCountStore {
  private static final String IDS =
      """
      SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id
        WHERE q.id > :after AND q.name >= :lowest AND q.name < :end
          AND (:domain IS NULL OR d.name = :domain)
        ORDER BY q.id LIMIT :most
      """;

  /** The first of each ordering key. */
  private static final String HEADS =
      """
      (SELECT o.ordering_key, MIN(o.order_sequence) AS first FROM queue_message o
        WHERE o.queue_id = :id AND o.order_sequence IS NOT NULL GROUP BY o.ordering_key) h
      """;

  private static final String COUNT =
      """
      SELECT d.name AS domain, q.name, c.drifted_at, c.stored_messages, c.stored_bytes,
        c.in_flight_messages, c.in_flight_bytes, c.dead_letter_messages, c.dead_letter_bytes,
        c.next_sequence, c.next_ready_sequence, c.next_parked_sequence, c.next_fence,
        m.stored, m.bytes, m.leased, m.leased_bytes, m.parked, m.parked_bytes,
        m.sequence + 1, m.ready + 1, m.place + 1, m.fence + 1,
        m.left_bodies + b.orphans, m.missing, p.misplaced, m.messages + b.bodies
        FROM queue_counter c JOIN queue q ON q.id = c.queue_id JOIN domain d ON d.id = q.domain_id,
          (SELECT COUNT(*) AS messages,
              COALESCE(SUM(x.state NOT IN (3, 5, 6)), 0) AS stored,
              COALESCE(SUM(IF(x.state NOT IN (3, 5, 6), x.body_bytes, 0)), 0) AS bytes,
              COALESCE(SUM(x.state = 2), 0) AS leased,
              COALESCE(SUM(IF(x.state = 2, x.body_bytes, 0)), 0) AS leased_bytes,
              COALESCE(SUM(x.state = 4), 0) AS parked,
              COALESCE(SUM(IF(x.state = 4, x.body_bytes, 0)), 0) AS parked_bytes,
              COALESCE(MAX(GREATEST(x.sequence, COALESCE(x.order_sequence, 0))), 0) AS sequence,
              COALESCE(MAX(x.ready_sequence), 0) AS ready,
              COALESCE(MAX(x.parked_sequence), 0) AS place,
              COALESCE(MAX(x.fence), 0) AS fence,
              COALESCE(SUM(x.state IN (3, 5, 6) AND y.sequence IS NOT NULL), 0) AS left_bodies,
              COALESCE(SUM(x.state NOT IN (3, 5, 6) AND y.sequence IS NULL), 0) AS missing
            FROM queue_message x
              LEFT JOIN queue_body y ON y.queue_id = x.queue_id AND y.sequence = x.sequence
            WHERE x.queue_id = :id) m,
          (SELECT COUNT(*) AS bodies, COALESCE(SUM(x.sequence IS NULL), 0) AS orphans
            FROM queue_body y
              LEFT JOIN queue_message x ON x.queue_id = y.queue_id AND x.sequence = y.sequence
            WHERE y.queue_id = :id) b,
          (SELECT COALESCE(SUM((x.state = 1 AND (r.ordering = 'COMPETING'
                OR x.order_sequence <=> h.first)) <> (x.deliverable_sequence IS NOT NULL)), 0)
              AS misplaced
            FROM queue_message x JOIN queue r ON r.id = x.queue_id
              LEFT JOIN %s ON h.ordering_key = x.ordering_key
            WHERE x.queue_id = :id) p
        WHERE c.queue_id = :id
      """
          .formatted(HEADS);

  private static final String PLACE =
      """
      UPDATE queue_message x JOIN queue r ON r.id = x.queue_id
          LEFT JOIN %s ON h.ordering_key = x.ordering_key
        SET x.deliverable_sequence = IF(x.state = 1 AND (r.ordering = 'COMPETING'
          OR x.order_sequence <=> h.first), x.ready_sequence, NULL)
        WHERE x.queue_id = :id
      """
          .formatted(HEADS);

  private static final String DELETE_LEFT_BODIES =
      """
      DELETE y FROM queue_body y
          LEFT JOIN queue_message x ON x.queue_id = y.queue_id AND x.sequence = y.sequence
        WHERE y.queue_id = :id AND (x.sequence IS NULL OR x.state IN (3, 5, 6))
      """;

  private static final String REPAIR =
      """
      UPDATE queue_counter SET stored_messages = :stored, stored_bytes = :bytes,
          in_flight_messages = :leased, in_flight_bytes = :leasedBytes,
          dead_letter_messages = :parked, dead_letter_bytes = :parkedBytes,
          next_sequence = :sequence, next_ready_sequence = :ready,
          next_parked_sequence = :place, next_fence = :fence, drifted_at = NULL
        WHERE queue_id = :id
      """;

  @PersistenceContext private EntityManager entities;

  /**
   * Ids of queues, ascending, above one.
   *
   * @param domain only of this one, or null for all
   */
  @SuppressWarnings("unchecked")
  List<Long> ids(String domain, NameRange names, long after, int limit) {
    return entities
        .createNativeQuery(IDS, Long.class)
        .setParameter("after", after)
        .setParameter("lowest", names.lowest())
        .setParameter("end", names.end())
        .setParameter("domain", domain)
        .setParameter("most", limit)
        .getResultList();
  }

  Optional<QueueCount> count(long id) {
    List<?> rows = entities.createNativeQuery(COUNT).setParameter("id", id).getResultList();
    return rows.stream().findFirst().map(row -> count((Object[]) row));
  }

  void mark(long id, Instant now) {
    entities
        .createNativeQuery("UPDATE queue_counter SET drifted_at = :now WHERE queue_id = :id")
        .setParameter("now", now)
        .setParameter("id", id)
        .executeUpdate();
  }

  /** Has messages found where they should be, removes bodies that are left, sets the counters. */
  void repair(long id, QueueFigures figures) {
    entities.createNativeQuery(PLACE).setParameter("id", id).executeUpdate();
    entities.createNativeQuery(DELETE_LEFT_BODIES).setParameter("id", id).executeUpdate();
    QueueCounters counters = figures.counters();
    entities
        .createNativeQuery(REPAIR)
        .setParameter("stored", counters.storedMessages())
        .setParameter("bytes", counters.storedBytes())
        .setParameter("leased", counters.inFlightMessages())
        .setParameter("leasedBytes", counters.inFlightBytes())
        .setParameter("parked", counters.deadLetterMessages())
        .setParameter("parkedBytes", counters.deadLetterBytes())
        .setParameter("sequence", figures.nextSequence())
        .setParameter("ready", figures.nextReadySequence())
        .setParameter("place", figures.nextParkedSequence())
        .setParameter("fence", figures.nextFence())
        .setParameter("id", id)
        .executeUpdate();
  }

  /** How many queues are marked. */
  long drifted() {
    return ((Number)
            entities
                .createNativeQuery(
                    "SELECT COUNT(*) FROM queue_counter c WHERE c.drifted_at IS NOT NULL")
                .getSingleResult())
        .longValue();
  }

  private static QueueCount count(Object[] row) {
    return new QueueCount(
        new QueueAddress((String) row[0], (String) row[1]),
        row[2] == null ? null : ((Timestamp) row[2]).toInstant(),
        figures(row, 3),
        figures(row, 13),
        number(row[23]),
        number(row[24]),
        number(row[25]),
        number(row[26]));
  }

  private static QueueFigures figures(Object[] row, int from) {
    return new QueueFigures(
        new QueueCounters(
            number(row[from]),
            number(row[from + 1]),
            number(row[from + 2]),
            number(row[from + 3]),
            number(row[from + 4]),
            number(row[from + 5])),
        number(row[from + 6]),
        number(row[from + 7]),
        number(row[from + 8]),
        number(row[from + 9]));
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }
}
