package io.restante.mailbox;

import io.restante.identifier.Identifiers;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.TypedQuery;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads mailboxes without locks; in the caller's transaction, if there is one.
 *
 * <p>Sequences are given under the mailbox's row lock, so whoever commits one has waited for the
 * commits of all below it. Yet one snapshot of MariaDB may show a commit and not an earlier one: it
 * is taken while others commit. So a page reads twice: the mailbox's next sequence, and then, with
 * a newer snapshot, only what is below it. All of that was committed before the second began, and
 * the reader can go on above it without missing any.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class EnvelopeReader {
  @PersistenceContext private EntityManager entities;
  @Inject private JpaMailboxStore store;
  @Inject private Clock clock;

  /** A page: which envelopes first, so that no body beyond it is read. */
  public EnvelopePage page(long mailboxId, PullQuery query) {
    long end = nextSequences(List.of(mailboxId)).getOrDefault(mailboxId, 0L);
    List<EnvelopeHead> found =
        store.pendingBetween(
            mailboxId, query.after(), end, query.sender(), clock.instant(), query.limit() + 1);
    List<EnvelopeHead> taken =
        PageBytes.PULL.cut(found.subList(0, Math.min(found.size(), query.limit())));
    if (taken.isEmpty()) {
      return new EnvelopePage(List.of(), query.after(), false);
    }
    List<PendingEnvelope> envelopes = store.open(taken);
    long position = taken.get(taken.size() - 1).sequence();
    return new EnvelopePage(envelopes, position, found.size() > taken.size());
  }

  /** Counts by the index of expiry what is gone, not by the mailbox what is there. */
  public long count(long mailboxId, String sender) {
    Instant now = clock.instant();
    if (sender != null) {
      Identifiers.require("sender", sender);
    } else {
      return entities
          .createQuery(
              "select m.pendingCount - (select count(e.sequence) from Envelope e"
                  + " where e.mailboxId = m.id and e.expiresAt <= :now)"
                  + " from Mailbox m where m.id = :mailbox",
              Long.class)
          .setParameter("mailbox", mailboxId)
          .setParameter("now", now)
          .getResultStream()
          .findFirst()
          .orElse(0L);
    }
    TypedQuery<Long> bySender =
        entities.createQuery(
            "select count(e.sequence) from Envelope e where e.mailboxId = :mailbox"
                + " and e.sender = :sender and (e.expiresAt is null or e.expiresAt > :now)",
            Long.class);
    return bySender
        .setParameter("mailbox", mailboxId)
        .setParameter("sender", sender)
        .setParameter("now", now)
        .getSingleResult();
  }

  public Set<Long> mailboxesWithExpired(int limit) {
    return store.mailboxesWithExpired(clock.instant(), limit);
  }

  /** The next sequences of those mailboxes that exist. */
  public Map<Long, Long> nextSequences(Collection<Long> mailboxIds) {
    return entities
        .createQuery(
            "select m.id, m.nextSequence from Mailbox m where m.id in :ids", Object[].class)
        .setParameter("ids", mailboxIds)
        .getResultStream()
        .collect(Collectors.toMap(row -> (Long) row[0], row -> (Long) row[1]));
  }
}
