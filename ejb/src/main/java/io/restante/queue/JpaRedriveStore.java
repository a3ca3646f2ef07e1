package io.restante.queue;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Table {@code queue_redrive}: unique by its id, indexed by when it is gone on with. Whoever goes
 * on with one locks the counters of its queue first, then its row; deleting the queue does the
 * same. Whoever has one wait locks its row alone.
 */
@ApplicationScoped
class JpaRedriveStore {
  @PersistenceContext private EntityManager entities;

  /** Which order of which queue. */
  record Due(long id, long queueId) {}

  /** What an order would do now. */
  record Count(long redriven, long skipped) {}

  void add(RedriveJob job) {
    entities.persist(job);
  }

  Optional<RedriveJob> find(long queueId, String redriveId) {
    return entities
        .createQuery(
            "select r from RedriveJob r where r.redriveId = :id and r.queueId = :queue",
            RedriveJob.class)
        .setParameter("id", redriveId)
        .setParameter("queue", queueId)
        .getResultStream()
        .findFirst();
  }

  Optional<RedriveJob> lock(long id) {
    return Optional.ofNullable(entities.find(RedriveJob.class, id, LockModeType.PESSIMISTIC_WRITE));
  }

  /** Orders that are to be gone on with, read without a lock. */
  List<Due> due(Instant now, int most) {
    return entities
        .createQuery(
            "select new io.restante.queue.JpaRedriveStore$Due(r.id, r.queueId) from RedriveJob r"
                + " where r.nextAt <= :now order by r.nextAt",
            Due.class)
        .setParameter("now", now)
        .setMaxResults(most)
        .getResultList();
  }

  /** Counts the dead letters that are meant, without a lock. */
  Count count(long queueId, RedriveFilter filter, Instant now) {
    Object[] row =
        (Object[])
            entities
                .createNativeQuery(
                    "SELECT COUNT(*), COALESCE(SUM(m.expires_at <= :now), 0)"
                        + " FROM queue_message m FORCE INDEX (queue_message_parked)"
                        + " WHERE m.queue_id = :queue AND m.parked_sequence IS NOT NULL"
                        + " AND (:reason IS NULL OR m.reason = :reason)"
                        + " AND (:key IS NULL OR m.ordering_key = :key)"
                        + " AND (:from IS NULL OR m.enqueued_at >= :from)"
                        + " AND (:before IS NULL OR m.enqueued_at < :before)")
                .setParameter("now", now)
                .setParameter("queue", queueId)
                .setParameter("reason", filter.reason())
                .setParameter("key", filter.orderingKey())
                .setParameter("from", filter.firstSeenFrom())
                .setParameter("before", filter.firstSeenBefore())
                .getSingleResult();
    long found = ((Number) row[0]).longValue();
    long expired = ((Number) row[1]).longValue();
    return new Count(found - expired, expired);
  }

  /** The last place that a dead letter of the queue has got, read without a lock. */
  long lastParked(long queueId) {
    return entities
            .createQuery(
                "select u.nextParkedSequence from QueueUsage u where u.queueId = :queue",
                Long.class)
            .setParameter("queue", queueId)
            .getSingleResult()
        - 1;
  }

  /** Forgets orders that were finished by then, at most so many. */
  int prune(Instant until, int limit) {
    return entities
        .createNativeQuery("DELETE FROM queue_redrive WHERE finished_at <= :until LIMIT :most")
        .setParameter("until", until)
        .setParameter("most", limit)
        .executeUpdate();
  }
}
