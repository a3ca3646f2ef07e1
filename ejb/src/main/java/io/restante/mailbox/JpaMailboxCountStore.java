package io.restante.mailbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Table {@code mailbox}, its counters beside the rows of {@code envelope}, {@code tombstone} and
 * {@code quarantined_envelope}.
 *
 * <p>A mailbox is counted by one statement, which sees one moment, so counters and rows belong
 * together although nothing is locked. It reads all these rows of the mailbox by their primary
 * keys. Marking and repairing need the mailbox's row lock.
 */
@ApplicationScoped
class JpaMailboxCountStore {
  private static final String IDS =
      """
      SELECT m.id FROM mailbox m JOIN domain d ON d.id = m.domain_id
        WHERE m.id > :after AND m.name >= :lowest AND m.name < :end
          AND (:domain IS NULL OR d.name = :domain)
        ORDER BY m.id LIMIT :most
      """;

  private static final String COUNT =
      """
      SELECT d.name AS domain, m.name, m.drifted_at, m.pending_count, m.pending_bytes,
        m.quarantined_count, m.next_sequence, e.envelopes, e.bytes, q.quarantined,
        GREATEST(e.highest, t.highest, q.highest) + 1, t.tombstones
        FROM mailbox m JOIN domain d ON d.id = m.domain_id,
          (SELECT COUNT(*) AS envelopes, COALESCE(SUM(body_bytes), 0) AS bytes,
              COALESCE(MAX(sequence), 0) AS highest
            FROM envelope WHERE mailbox_id = :id) e,
          (SELECT COUNT(*) AS tombstones, COALESCE(MAX(sequence), 0) AS highest
            FROM tombstone WHERE mailbox_id = :id) t,
          (SELECT COUNT(*) AS quarantined, COALESCE(MAX(sequence), 0) AS highest
            FROM quarantined_envelope WHERE mailbox_id = :id) q
        WHERE m.id = :id
      """;

  private static final String DRIFTED =
      "SELECT COUNT(*) FROM mailbox m WHERE m.drifted_at IS NOT NULL";

  @PersistenceContext private EntityManager entities;

  /**
   * Ids of mailboxes, ascending, above one.
   *
   * @param domain only of this one, or null for all
   */
  @SuppressWarnings("unchecked")
  List<Long> ids(String domain, MailboxPattern pattern, long after, int limit) {
    return entities
        .createNativeQuery(IDS, Long.class)
        .setParameter("after", after)
        .setParameter("lowest", pattern.lowest())
        .setParameter("end", pattern.end())
        .setParameter("domain", domain)
        .setParameter("most", limit)
        .getResultList();
  }

  Optional<MailboxCount> count(long id) {
    List<?> rows = entities.createNativeQuery(COUNT).setParameter("id", id).getResultList();
    return rows.stream().findFirst().map(row -> count((Object[]) row));
  }

  void mark(long id, Instant now) {
    entities
        .createNativeQuery("UPDATE mailbox SET drifted_at = :now WHERE id = :id")
        .setParameter("now", now)
        .setParameter("id", id)
        .executeUpdate();
  }

  /** Sets the counters, and takes the mark away. */
  void repair(long id, MailboxFigures figures) {
    entities
        .createNativeQuery(
            "UPDATE mailbox SET pending_count = :count, pending_bytes = :bytes,"
                + " quarantined_count = :quarantined, next_sequence = :next, drifted_at = NULL"
                + " WHERE id = :id")
        .setParameter("count", figures.count())
        .setParameter("bytes", figures.bytes())
        .setParameter("quarantined", figures.quarantined())
        .setParameter("next", figures.nextSequence())
        .setParameter("id", id)
        .executeUpdate();
  }

  long drifted() {
    return ((Number) entities.createNativeQuery(DRIFTED).getSingleResult()).longValue();
  }

  private static MailboxCount count(Object[] row) {
    return new MailboxCount(
        new MailboxAddress((String) row[0], (String) row[1]),
        row[2] == null ? null : ((Timestamp) row[2]).toInstant(),
        new MailboxFigures(number(row[3]), number(row[4]), number(row[5]), number(row[6])),
        new MailboxFigures(number(row[7]), number(row[8]), number(row[9]), number(row[10])),
        number(row[7]) + number(row[9]) + number(row[11]));
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }
}
