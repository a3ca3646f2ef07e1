package io.restante.sealing;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Column {@code sealing_key} of tables {@code envelope}, {@code quarantined_envelope}, {@code
 * idempotency_record}, {@code mailbox_wake} and {@code queue_body}, by its index in each. Which
 * keys are named costs one step of the index for each key; how often, a walk along the index.
 */
@ApplicationScoped
class JpaSealingStore {
  /** Ids of keys are unsigned: as they are, Hibernate would take them for an {@code Integer}. */
  private static final String NEXT =
      "SELECT CAST(MIN(sealing_key) AS SIGNED) FROM %s WHERE sealing_key > :key";

  private static final String COUNT =
      "SELECT CAST(sealing_key AS SIGNED), COUNT(*) FROM %s GROUP BY sealing_key";
  private static final String COUNT_SEALED =
      "SELECT CAST(sealing_key AS SIGNED), COUNT(*) FROM %s WHERE sealing_key IS NOT NULL"
          + " GROUP BY sealing_key";

  static final String ENVELOPES = "envelope";
  static final String QUARANTINED = "quarantined_envelope";
  static final String KEPT_ANSWERS = "idempotency_record";
  static final String CALLBACKS = "mailbox_wake";
  static final String MESSAGES = "queue_body";

  @PersistenceContext private EntityManager entities;

  /** The keys that rows of the table name. */
  SortedSet<Long> named(String table) {
    SortedSet<Long> keys = new TreeSet<>();
    Number next = next(table, -1);
    while (next != null) {
      keys.add(next.longValue());
      next = next(table, next.longValue());
    }
    return keys;
  }

  /** How many rows name each key; those in clear under null, except of kept answers. */
  Map<Long, Long> count(String table) {
    String sql = table.equals(KEPT_ANSWERS) ? COUNT_SEALED : COUNT;
    Map<Long, Long> counts = new HashMap<>();
    for (Object row : entities.createNativeQuery(sql.formatted(table)).getResultList()) {
      Object[] columns = (Object[]) row;
      Long key = columns[0] == null ? null : ((Number) columns[0]).longValue();
      counts.put(key, ((Number) columns[1]).longValue());
    }
    return counts;
  }

  private Number next(String table, long after) {
    return (Number)
        entities
            .createNativeQuery(NEXT.formatted(table))
            .setParameter("key", after)
            .getSingleResult();
  }
}
