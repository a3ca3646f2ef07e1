package io.restante.mailbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tables {@code mailbox}, {@code envelope} (clustered by mailbox and sequence, unique by identity,
 * indexed by expiry) and {@code tombstone} (clustered by identity, indexed by finalization).
 *
 * <p>Every change of a mailbox or of what it holds locks the mailbox's row first, several in
 * ascending order of id, so all that is read of them afterwards stays as read until the transaction
 * ends. Tombstones that are only pruned need no lock of their mailbox.
 */
@ApplicationScoped
class JpaMailboxStore {
  private static final String HEAD =
      "new io.restante.mailbox.EnvelopeHead(e.mailboxId, e.sequence, e.sender, e.messageId,"
          + " e.digest, e.bodyBytes, e.acceptedAt, e.expiresAt)";

  @PersistenceContext private EntityManager entities;

  void add(Object entity) {
    entities.persist(entity);
  }

  void flush() {
    entities.flush();
  }

  /** The id of a mailbox, read without a lock. */
  Optional<Long> findId(String domain, String mailbox) {
    return entities
        .createQuery(
            "select m.id from Mailbox m join Domain d on d.id = m.domainId"
                + " where d.name = :domain and m.name = :mailbox",
            Long.class)
        .setParameter("domain", domain)
        .setParameter("mailbox", mailbox)
        .getResultStream()
        .findFirst();
  }

  /** A mailbox as it is, without a lock; not for deciding anything. */
  Optional<Mailbox> read(long id) {
    return Optional.ofNullable(entities.find(Mailbox.class, id));
  }

  /** Locks the mailboxes, lowest id first; those that do not exist are left out. */
  List<Mailbox> lock(Collection<Long> ids) {
    return entities
        .createQuery("select m from Mailbox m where m.id in :ids order by m.id", Mailbox.class)
        .setParameter("ids", ids)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getResultList();
  }

  List<EnvelopeHead> heads(Collection<Identity> identities) {
    return byIdentity(
        "select " + HEAD + " from Envelope e where (e.mailboxId, e.sender, e.messageId) in ",
        EnvelopeHead.class,
        identities);
  }

  List<Tombstone> tombstones(Collection<Identity> identities) {
    return byIdentity(
        "select e from Tombstone e where (e.mailboxId, e.sender, e.messageId) in ",
        Tombstone.class,
        identities);
  }

  /**
   * The pending envelopes of a mailbox above one sequence and below another, oldest first.
   *
   * @param sender only this sender's, or null for all
   */
  List<EnvelopeHead> pendingBetween(
      long mailboxId, long after, long before, String sender, Instant now, int limit) {
    TypedQuery<EnvelopeHead> query =
        entities
            .createQuery(
                "select "
                    + HEAD
                    + " from Envelope e where e.mailboxId = :mailbox"
                    + " and e.sequence > :after and e.sequence < :before"
                    + (sender == null ? "" : " and e.sender = :sender")
                    + " and (e.expiresAt is null or e.expiresAt > :now) order by e.sequence",
                EnvelopeHead.class)
            .setParameter("mailbox", mailboxId)
            .setParameter("after", after)
            .setParameter("before", before)
            .setParameter("now", now)
            .setMaxResults(limit);
    if (sender != null) {
      query.setParameter("sender", sender);
    }
    return query.getResultList();
  }

  List<Envelope> envelopes(long mailboxId, List<Long> sequences) {
    return entities
        .createQuery(
            "select e from Envelope e where e.mailboxId = :mailbox and e.sequence in :sequences"
                + " order by e.sequence",
            Envelope.class)
        .setParameter("mailbox", mailboxId)
        .setParameter("sequences", sequences)
        .getResultList();
  }

  List<EnvelopeHead> expired(long mailboxId, Instant now, int limit) {
    return entities
        .createQuery(
            "select "
                + HEAD
                + " from Envelope e where e.mailboxId = :mailbox and e.expiresAt <= :now",
            EnvelopeHead.class)
        .setParameter("mailbox", mailboxId)
        .setParameter("now", now)
        .setMaxResults(limit)
        .getResultList();
  }

  /** Mailboxes that hold something expired, read without a lock. */
  List<Long> mailboxesWithExpired(Instant now, int limit) {
    return entities
        .createQuery(
            "select distinct e.mailboxId from Envelope e where e.expiresAt <= :now", Long.class)
        .setParameter("now", now)
        .setMaxResults(limit)
        .getResultList();
  }

  void delete(List<EnvelopeHead> envelopes) {
    if (envelopes.isEmpty()) {
      return;
    }
    List<EnvelopeHead> padded = padded(envelopes);
    String rows =
        IntStream.range(0, padded.size())
            .mapToObj(i -> "(:m" + i + ",:s" + i + ")")
            .collect(Collectors.joining(",", "(", ")"));
    Query delete =
        entities.createQuery("delete from Envelope e where (e.mailboxId, e.sequence) in " + rows);
    for (int i = 0; i < padded.size(); i++) {
      delete.setParameter("m" + i, padded.get(i).mailboxId());
      delete.setParameter("s" + i, padded.get(i).sequence());
    }
    delete.executeUpdate();
  }

  int deleteTombstones(Instant finalizedUntil, int limit) {
    return entities
        .createNativeQuery("DELETE FROM tombstone WHERE finalized_at <= :until LIMIT :most")
        .setParameter("until", finalizedUntil)
        .setParameter("most", limit)
        .executeUpdate();
  }

  /** Deletes a locked mailbox and whatever it still holds. */
  void deleteWithContent(Mailbox mailbox) {
    for (String entity : List.of("Envelope", "Tombstone")) {
      entities
          .createQuery("delete from " + entity + " e where e.mailboxId = :mailbox")
          .setParameter("mailbox", mailbox.id())
          .executeUpdate();
    }
    entities.remove(mailbox);
  }

  private <T> List<T> byIdentity(String select, Class<T> type, Collection<Identity> identities) {
    if (identities.isEmpty()) {
      return List.of();
    }
    List<Identity> padded = padded(List.copyOf(identities));
    String rows =
        IntStream.range(0, padded.size())
            .mapToObj(i -> "(:b" + i + ",:s" + i + ",:m" + i + ")")
            .collect(Collectors.joining(",", "(", ")"));
    TypedQuery<T> query = entities.createQuery(select + rows, type);
    for (int i = 0; i < padded.size(); i++) {
      query.setParameter("b" + i, padded.get(i).mailboxId());
      query.setParameter("s" + i, padded.get(i).sender());
      query.setParameter("m" + i, padded.get(i).messageId());
    }
    return query.getResultList();
  }

  /** Repeats the last up to a power of two: few texts of queries, which are found parsed. */
  private static <T> List<T> padded(List<T> values) {
    int size = Integer.highestOneBit(Math.max(1, values.size() * 2 - 1));
    List<T> padded = new ArrayList<>(values);
    while (padded.size() < size) {
      padded.add(values.get(values.size() - 1));
    }
    return padded;
  }
}
