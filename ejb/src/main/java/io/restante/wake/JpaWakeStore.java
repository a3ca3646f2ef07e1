package io.restante.wake;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;
import java.util.Optional;

/**
 * Table {@code mailbox_wake}, by the mailbox's id, and by the key that callbacks are sealed with.
 * Rows come and go under the lock of their mailbox, which deletes them when it is deleted. Whoever
 * only notes how a call went locks the row alone, before outbox rows.
 */
@ApplicationScoped
class JpaWakeStore {
  private static final String CLAIM =
      "SELECT * FROM mailbox_wake WHERE sealing_key = :key AND mailbox_id > :after"
          + " ORDER BY mailbox_id LIMIT :most FOR UPDATE SKIP LOCKED";

  @PersistenceContext private EntityManager entities;

  void add(MailboxWake wake) {
    entities.persist(wake);
  }

  /** As it is, without a lock. */
  Optional<MailboxWake> read(long mailboxId) {
    return Optional.ofNullable(entities.find(MailboxWake.class, mailboxId));
  }

  Optional<MailboxWake> lock(long mailboxId) {
    return Optional.ofNullable(
        entities.find(MailboxWake.class, mailboxId, LockModeType.PESSIMISTIC_WRITE));
  }

  void remove(MailboxWake wake) {
    entities.remove(wake);
  }

  /** Locks those of a key that nobody else holds, lowest mailbox first. */
  @SuppressWarnings("unchecked")
  List<MailboxWake> claim(long key, long after, int limit) {
    return entities
        .createNativeQuery(CLAIM, MailboxWake.class)
        .setParameter("key", key)
        .setParameter("after", after)
        .setParameter("most", limit)
        .getResultList();
  }
}
