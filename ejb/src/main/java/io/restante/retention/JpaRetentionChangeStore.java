package io.restante.retention;

import io.restante.mailbox.MailboxPattern;
import io.restante.mailbox.RetentionCut;
import io.restante.retention.RetentionChangeState.Stage;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Tables {@code retention_change} (unique by its id, indexed by state) and {@code
 * retention_change_mailbox} (clustered by change and mailbox: what is left to do).
 *
 * <p>Whoever changes a change locks its row first, then the mailbox's, then the mailbox's
 * envelopes. Nothing that holds a mailbox's lock ever asks for that of a change.
 */
@ApplicationScoped
class JpaRetentionChangeStore {
  /**
   * One statement, so that it sees one moment; under READ COMMITTED it locks nothing that it reads.
   * It reads every envelope of the mailboxes.
   */
  private static final String PREVIEW =
      """
      INSERT INTO retention_change_mailbox (change_key, mailbox_id, last_sequence, done_sequence,
        remove_count, remove_bytes, remove_oldest, remove_newest,
        shorten_count, shorten_bytes, shorten_oldest, shorten_newest)
      SELECT :change, e.mailbox_id, MAX(e.sequence), 0,
        SUM(e.accepted_at <= :cutoff), SUM(IF(e.accepted_at <= :cutoff, e.body_bytes, 0)),
        MIN(IF(e.accepted_at <= :cutoff, e.accepted_at, NULL)),
        MAX(IF(e.accepted_at <= :cutoff, e.accepted_at, NULL)),
        SUM(e.accepted_at > :cutoff), SUM(IF(e.accepted_at > :cutoff, e.body_bytes, 0)),
        MIN(IF(e.accepted_at > :cutoff, e.accepted_at, NULL)),
        MAX(IF(e.accepted_at > :cutoff, e.accepted_at, NULL))
        FROM mailbox m JOIN domain d ON d.id = m.domain_id
        STRAIGHT_JOIN envelope e ON e.mailbox_id = m.id
        WHERE m.retention = 'TIMED' AND m.name >= :lowest AND m.name < :end
          AND (:domain IS NULL OR d.name = :domain)
          AND e.accepted_at <= :fixedAt AND e.expires_at > :fixedAt
          AND e.expires_at > e.accepted_at + INTERVAL :ttl SECOND
        GROUP BY e.mailbox_id
      """;

  private static final String CLAIM =
      "SELECT * FROM retention_change WHERE id = :id FOR UPDATE SKIP LOCKED";

  @PersistenceContext private EntityManager entities;

  /** Adds a change with the mailboxes that it affects, and says what it would do. */
  RetentionPreview add(RetentionChange change, MailboxPattern pattern, RetentionCut cut) {
    entities.persist(change);
    entities
        .createNativeQuery(PREVIEW)
        .setParameter("change", change.key())
        .setParameter("cutoff", cut.cutoff())
        .setParameter("lowest", pattern.lowest())
        .setParameter("end", pattern.end())
        .setParameter("domain", change.domain())
        .setParameter("fixedAt", cut.fixedAt())
        .setParameter("ttl", cut.ttl().toSeconds())
        .executeUpdate();
    return entities
        .createQuery(
            "select new io.restante.retention.RetentionPreview("
                + "sum(t.removeCount), sum(t.removeBytes), min(t.removeOldest), max(t.removeNewest),"
                + " sum(t.shortenCount), sum(t.shortenBytes), min(t.shortenOldest),"
                + " max(t.shortenNewest)) from RetentionTarget t where t.changeKey = :change",
            RetentionPreview.class)
        .setParameter("change", change.key())
        .getSingleResult();
  }

  Optional<RetentionChange> find(String changeId) {
    return entities
        .createQuery(
            "select c from RetentionChange c where c.changeId = :id", RetentionChange.class)
        .setParameter("id", changeId)
        .getResultStream()
        .findFirst();
  }

  Optional<RetentionChange> lock(String changeId) {
    return entities
        .createQuery(
            "select c from RetentionChange c where c.changeId = :id", RetentionChange.class)
        .setParameter("id", changeId)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultStream()
        .findFirst();
  }

  /** Locks it, unless somebody else has it locked. */
  @SuppressWarnings("unchecked")
  Optional<RetentionChange> claim(long key) {
    return entities
        .createNativeQuery(CLAIM, RetentionChange.class)
        .setParameter("id", key)
        .getResultStream()
        .findFirst();
  }

  /** Changes before this one, newest first. */
  List<RetentionChange> page(long before, int limit) {
    return entities
        .createQuery(
            "select c from RetentionChange c where c.id < :before order by c.id desc",
            RetentionChange.class)
        .setParameter("before", before)
        .setMaxResults(limit)
        .getResultList();
  }

  /** Changes that run, by ascending key above one. */
  List<Long> applying(long after, int limit) {
    return entities
        .createQuery(
            "select c.id from RetentionChange c where c.stage = :stage and c.id > :after"
                + " order by c.id",
            Long.class)
        .setParameter("stage", Stage.APPLYING)
        .setParameter("after", after)
        .setMaxResults(limit)
        .getResultList();
  }

  /** Previews that nobody can confirm any more. */
  List<Long> overdue(Instant confirmBefore, int limit) {
    return entities
        .createQuery(
            "select c.id from RetentionChange c where c.stage = :stage and c.confirmBy < :before"
                + " order by c.id",
            Long.class)
        .setParameter("stage", Stage.PREVIEWED)
        .setParameter("before", confirmBefore)
        .setMaxResults(limit)
        .getResultList();
  }

  /** The next mailbox to do; those that take no writes until they are repaired wait. */
  Optional<RetentionTarget> next(long key) {
    return entities
        .createQuery(
            "select t from RetentionTarget t left join Mailbox m on m.id = t.mailboxId"
                + " where t.changeKey = :change and m.driftedAt is null order by t.mailboxId",
            RetentionTarget.class)
        .setParameter("change", key)
        .setMaxResults(1)
        .getResultStream()
        .findFirst();
  }

  long left(long key) {
    return entities
        .createQuery(
            "select count(t.mailboxId) from RetentionTarget t where t.changeKey = :change",
            Long.class)
        .setParameter("change", key)
        .getSingleResult();
  }

  void remove(RetentionTarget target) {
    entities.remove(target);
  }

  /** Forgets mailboxes of a change that was not confirmed, at most so many. */
  int forgetTargets(long key, int limit) {
    return entities
        .createNativeQuery(
            "DELETE FROM retention_change_mailbox WHERE change_key = :change LIMIT :most")
        .setParameter("change", key)
        .setParameter("most", limit)
        .executeUpdate();
  }
}
