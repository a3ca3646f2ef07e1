package io.restante.outbox;

import io.restante.database.BulkInsert;
import io.restante.database.JsonList;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Table {@code outbox}, found by state, type and when an event is available. Whoever needs other
 * rows in the same transaction locks those first, and outbox rows last, lowest id first.
 */
@ApplicationScoped
class JpaOutboxStore {
  private static final BulkInsert<OutboxIntent> INSERT =
      new BulkInsert<>(
          "INSERT INTO outbox (event_type, version, subject_type, subject_id, detail, state,"
              + " created_at, available_at, attempts, generation, coalesce_key)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)",
          OutboxIntent::bindTo);

  private static final String LOCK =
      """
      SELECT o.* FROM JSON_TABLE(:ids, '$[*]' COLUMNS (id BIGINT PATH '$')) k
        STRAIGHT_JOIN outbox o FORCE INDEX (PRIMARY) ON o.id = k.id FOR UPDATE
      """;

  private static final String DUE =
      """
      SELECT o.* FROM outbox o FORCE INDEX (outbox_due)
        WHERE o.state = :state AND o.event_type = :type AND o.available_at <= :now
          AND (o.lease_until IS NULL OR o.lease_until <= :now)
        ORDER BY o.available_at LIMIT :most FOR UPDATE SKIP LOCKED
      """;

  private static final String PUBLISHED =
      """
      SELECT COUNT(*) FROM
        (SELECT 1 FROM outbox o FORCE INDEX (outbox_due)
          WHERE o.state = 'PUBLISHED' AND o.event_type = :type LIMIT :most) p
      """;

  private static final String WAITING =
      """
      SELECT o.coalesce_key FROM JSON_TABLE(:keys, '$[*]' COLUMNS
          (coalesce_key VARCHAR(64) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$')) k
        STRAIGHT_JOIN outbox o FORCE INDEX (outbox_coalesce_key) ON o.coalesce_key = k.coalesce_key
        FOR UPDATE
      """;

  private static final String PRUNE =
      "DELETE FROM outbox WHERE finished_at <= :until AND state = :state LIMIT :most";

  @PersistenceContext private EntityManager entities;

  /** Stores intents with the transaction's other changes. */
  void insert(Collection<OutboxIntent> intents) {
    INSERT.run(entities, intents);
  }

  /** Locks the events that wait with the keys of intents, and returns these keys. */
  @SuppressWarnings("unchecked")
  Set<String> lockWaiting(Collection<OutboxIntent> intents) {
    SortedSet<String> keys =
        intents.stream()
            .map(OutboxIntent::coalesceKey)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(TreeSet::new));
    return keys.isEmpty()
        ? Set.of()
        : new HashSet<>(
            entities
                .createNativeQuery(WAITING, String.class)
                .setFlushMode(FlushModeType.COMMIT)
                .setParameter("keys", JsonList.of(keys, (key, json) -> json.write(key)))
                .getResultList());
  }

  /** Locks events that exist; waits for whoever holds them. */
  @SuppressWarnings("unchecked")
  List<OutboxEvent> lock(SortedSet<Long> ids) {
    return ids.isEmpty()
        ? List.of()
        : entities
            .createNativeQuery(LOCK, OutboxEvent.class)
            .setFlushMode(FlushModeType.COMMIT)
            .setParameter("ids", JsonList.of(ids, (id, json) -> json.write(id)))
            .getResultList();
  }

  /** Locks events of a state that are due and that nobody else holds or tries. */
  @SuppressWarnings("unchecked")
  List<OutboxEvent> lockDue(OutboxEvent.State state, EventType type, Instant now, int limit) {
    return entities
        .createNativeQuery(DUE, OutboxEvent.class)
        .setParameter("state", state.name())
        .setParameter("type", type.name())
        .setParameter("now", now)
        .setParameter("most", limit)
        .getResultList();
  }

  /** Whether an event is due that nobody tries; locks nothing. */
  boolean anyDue(Instant now) {
    return !entities
        .createQuery(
            "select o.id from OutboxEvent o where o.state = :pending and o.type in :types"
                + " and o.availableAt <= :now and (o.leaseUntil is null or o.leaseUntil <= :now)",
            Long.class)
        .setParameter("pending", OutboxEvent.State.PENDING)
        .setParameter("types", List.of(EventType.values()))
        .setParameter("now", now)
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  /** How many events of a type are published; counts no further than a limit. */
  int published(EventType type, int limit) {
    Number count =
        (Number)
            entities
                .createNativeQuery(PUBLISHED)
                .setFlushMode(FlushModeType.COMMIT)
                .setParameter("type", type.name())
                .setParameter("most", limit)
                .getSingleResult();
    return count.intValue();
  }

  /** An event as it is, without a lock; not for deciding anything. */
  Optional<OutboxEvent> read(long id) {
    return Optional.ofNullable(entities.find(OutboxEvent.class, id));
  }

  /** An event that this transaction has locked before. */
  OutboxEvent locked(long id) {
    return entities.find(OutboxEvent.class, id);
  }

  List<OutboxState.Count> count(Collection<OutboxEvent.State> states) {
    return entities
        .createQuery(
            "select new io.restante.outbox.OutboxState$Count(o.type, cast(o.state as string),"
                + " count(o), min(o.createdAt)) from OutboxEvent o where o.state in :states"
                + " group by o.type, o.state order by o.type, o.state",
            OutboxState.Count.class)
        .setParameter("states", states)
        .getResultList();
  }

  List<OutboxEvent> newestDead(int limit) {
    return entities
        .createQuery(
            "select o from OutboxEvent o where o.state = :dead order by o.finishedAt desc, o.id desc",
            OutboxEvent.class)
        .setParameter("dead", OutboxEvent.State.DEAD)
        .setMaxResults(limit)
        .getResultList();
  }

  Optional<OutboxEvent> lock(long id) {
    return Optional.ofNullable(
        entities.find(OutboxEvent.class, id, LockModeType.PESSIMISTIC_WRITE));
  }

  int prune(OutboxEvent.State state, Instant finishedUntil, int limit) {
    return entities
        .createNativeQuery(PRUNE)
        .setParameter("state", state.name())
        .setParameter("until", finishedUntil)
        .setParameter("most", limit)
        .executeUpdate();
  }
}
