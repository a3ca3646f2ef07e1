package io.restante.mailbox;

import io.restante.database.BulkInsert;
import io.restante.database.JsonList;
import io.restante.error.NotFoundException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import jakarta.persistence.TypedQuery;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.hibernate.jpa.AvailableHints;

/**
 * Tables {@code mailbox}, {@code envelope} (clustered by mailbox and sequence, unique by identity,
 * indexed by expiry) and {@code tombstone} (clustered by identity, indexed by finalization).
 *
 * <p>What is asked for many keys at once goes as one JSON parameter: the text of the statement is
 * the same for any number of them, so it is parsed and prepared once; an IN list of hundreds of
 * parameters cost Hibernate more than all the rest of a batch (docs/performance.md).
 *
 * <p>Every change of a mailbox or of what it holds locks the mailbox's row first, several in
 * ascending order of id, so all that is read of them afterwards stays as read until the transaction
 * ends. Tombstones that are only pruned need no lock of their mailbox.
 */
@ApplicationScoped
class JpaMailboxStore {
  private static final String HEAD =
      "new io.restante.mailbox.EnvelopeHead(e.mailboxId, e.sequence, e.sender, e.messageId,"
          + " e.digest, e.bodyBytes, e.acceptedAt, e.expiresAt, e.sealingKey, e.acknowledgeTo)";

  private static final String IDENTITIES =
      """
      JSON_TABLE(:identities, '$[*]' COLUMNS (
        mailbox_id BIGINT PATH '$[0]',
        sender VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[1]',
        message_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[2]')) k
      """;

  private static final String OF_IDENTITY =
      " ON e.mailbox_id = k.mailbox_id AND e.sender = k.sender AND e.message_id = k.message_id";

  private static final String HEADS =
      "SELECT e.mailbox_id, e.sequence, e.sender, e.message_id, e.digest, e.body_bytes,"
          + " e.accepted_at, e.expires_at, e.sealing_key, e.acknowledge_to FROM "
          + IDENTITIES
          + " STRAIGHT_JOIN envelope e FORCE INDEX (envelope_identity)"
          + OF_IDENTITY;

  private static final String TOMBSTONES =
      "SELECT e.* FROM "
          + IDENTITIES
          + " STRAIGHT_JOIN tombstone e FORCE INDEX (PRIMARY)"
          + OF_IDENTITY;

  /** Locks in the order of the list. */
  private static final String LOCK =
      """
      SELECT m.* FROM JSON_TABLE(:ids, '$[*]' COLUMNS (id BIGINT PATH '$')) k
        STRAIGHT_JOIN mailbox m FORCE INDEX (PRIMARY) ON m.id = k.id FOR UPDATE
      """;

  private static final String LOCK_THOSE_FREE = LOCK + " SKIP LOCKED";

  private static final String SAVE_COUNTERS =
      """
      UPDATE JSON_TABLE(:rows, '$[*]' COLUMNS (
        id BIGINT PATH '$[0]',
        next_sequence BIGINT PATH '$[1]',
        pending_count BIGINT PATH '$[2]',
        pending_bytes BIGINT PATH '$[3]',
        last_accepted_at DATETIME(3) PATH '$[4]')) k
        STRAIGHT_JOIN mailbox m FORCE INDEX (PRIMARY) ON m.id = k.id
        SET m.next_sequence = k.next_sequence, m.pending_count = k.pending_count,
          m.pending_bytes = k.pending_bytes, m.last_accepted_at = k.last_accepted_at
      """;

  private static final String DELETE =
      """
      DELETE e FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
        mailbox_id BIGINT PATH '$[0]', sequence BIGINT PATH '$[1]')) k
        STRAIGHT_JOIN envelope e FORCE INDEX (PRIMARY)
        ON e.mailbox_id = k.mailbox_id AND e.sequence = k.sequence
      """;

  private static final String SHORTEN =
      """
      UPDATE JSON_TABLE(:rows, '$[*]' COLUMNS (
        mailbox_id BIGINT PATH '$[0]', sequence BIGINT PATH '$[1]')) k
        STRAIGHT_JOIN envelope e FORCE INDEX (PRIMARY)
        ON e.mailbox_id = k.mailbox_id AND e.sequence = k.sequence
        SET e.expires_at = e.accepted_at + INTERVAL :ttl SECOND
      """;

  private static final BulkInsert<Envelope> INSERT_ENVELOPES =
      new BulkInsert<>(
          "INSERT INTO envelope (mailbox_id, sequence, sender, message_id, digest, body_bytes,"
              + " protocol_version, content_type, accepted_at, expires_at, body, kind, acknowledge_to,"
              + " sealing_key) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          Envelope::bindTo);

  private static final BulkInsert<Tombstone> INSERT_TOMBSTONES =
      new BulkInsert<>(
          "INSERT INTO tombstone (mailbox_id, sender, message_id, sequence, finalization,"
              + " discard_reason, digest, accepted_at, expires_at, finalized_at,"
              + " acknowledge_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          Tombstone::bindTo);

  @PersistenceContext private EntityManager entities;
  @Inject private EnvelopeOpener opener;
  @Inject private JpaQuarantineStore quarantine;

  void add(Mailbox mailbox) {
    entities.persist(mailbox);
  }

  void insertEnvelopes(Collection<Envelope> envelopes) {
    INSERT_ENVELOPES.run(entities, envelopes);
  }

  void insertTombstones(Collection<Tombstone> tombstones) {
    INSERT_TOMBSTONES.run(entities, tombstones);
  }

  /** Writes sequences and counters of locked mailboxes. */
  void saveCounters(Collection<Mailbox> changed) {
    execute(SAVE_COUNTERS, changed, Mailbox::writeCountersTo);
  }

  /** What submits and readers need to know of a mailbox, read without a lock. */
  Optional<MailboxEntry> findEntry(String domain, String mailbox) {
    return entities
        .createQuery(
            "select new io.restante.mailbox.MailboxEntry(m.id, m.sealed)"
                + " from Mailbox m join Domain d on d.id = m.domainId"
                + " where d.name = :domain and m.name = :mailbox",
            MailboxEntry.class)
        .setParameter("domain", domain)
        .setParameter("mailbox", mailbox)
        .getResultStream()
        .findFirst();
  }

  /** The same of those mailboxes that exist. */
  List<MailboxEntry> entries(Collection<Long> ids) {
    return entities
        .createQuery(
            "select new io.restante.mailbox.MailboxEntry(m.id, m.sealed)"
                + " from Mailbox m where m.id in :ids",
            MailboxEntry.class)
        .setParameter("ids", ids)
        .getResultList();
  }

  /** The id of a mailbox, read without a lock. */
  Optional<Long> findId(MailboxAddress address) {
    return findEntry(address.domain(), address.mailbox()).map(MailboxEntry::id);
  }

  /**
   * The id of a mailbox, read without a lock.
   *
   * @throws NotFoundException if there is no such mailbox
   */
  long requireId(MailboxAddress address) {
    return findId(address).orElseThrow(NotFoundException::new);
  }

  /** What a mailbox is called, read without a lock. */
  Optional<MailboxAddress> address(long id) {
    return entities
        .createQuery(
            "select new io.restante.mailbox.MailboxAddress(d.name, m.name)"
                + " from Mailbox m join Domain d on d.id = m.domainId where m.id = :id",
            MailboxAddress.class)
        .setParameter("id", id)
        .getResultStream()
        .findFirst();
  }

  /** A mailbox as it is, without a lock; not for deciding anything. */
  Optional<Mailbox> read(long id) {
    return Optional.ofNullable(entities.find(Mailbox.class, id));
  }

  /** Locks a mailbox whose settings are to change, unless it does not exist. */
  Optional<Mailbox> lockToChange(MailboxAddress address) {
    return findId(address).flatMap(this::lockToChange);
  }

  /** Locks a mailbox whose settings are to change, unless it does not exist. */
  Optional<Mailbox> lockToChange(long id) {
    return Optional.ofNullable(entities.find(Mailbox.class, id, LockModeType.PESSIMISTIC_WRITE));
  }

  /**
   * Locks the mailboxes, lowest id first; those that do not exist are left out. Of what is changed
   * in them, only {@linkplain #saveCounters counters} are ever written.
   */
  @SuppressWarnings("unchecked")
  List<Mailbox> lock(SortedSet<Long> ids, boolean waiting) {
    String statement = waiting ? LOCK : LOCK_THOSE_FREE;
    return query(entities.createNativeQuery(statement, Mailbox.class))
        .setHint(AvailableHints.HINT_READ_ONLY, true)
        .setParameter("ids", JsonList.of(ids, (id, json) -> json.write(id)))
        .getResultList();
  }

  @SuppressWarnings("unchecked")
  List<EnvelopeHead> heads(Collection<Identity> identities) {
    return identities.isEmpty()
        ? List.of()
        : query(entities.createNativeQuery(HEADS, Envelope.HEAD))
            .setParameter("identities", JsonList.of(identities, Identity::writeTo))
            .getResultList();
  }

  @SuppressWarnings("unchecked")
  List<Tombstone> tombstones(Collection<Identity> identities) {
    return identities.isEmpty()
        ? List.of()
        : query(entities.createNativeQuery(TOMBSTONES, Tombstone.class))
            .setHint(AvailableHints.HINT_READ_ONLY, true)
            .setParameter("identities", JsonList.of(identities, Identity::writeTo))
            .getResultList();
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

  /**
   * The pending envelopes of a mailbox in a range of sequences that were accepted by then, oldest
   * first.
   */
  List<EnvelopeHead> pendingAcceptedBy(
      Instant acceptedBy, long mailboxId, long after, long last, Instant now, int limit) {
    return entities
        .createQuery(
            "select "
                + HEAD
                + " from Envelope e where e.mailboxId = :mailbox and e.sequence > :after"
                + " and e.sequence <= :last and e.acceptedAt <= :acceptedBy"
                + " and e.expiresAt > :now order by e.sequence",
            EnvelopeHead.class)
        .setParameter("mailbox", mailboxId)
        .setParameter("after", after)
        .setParameter("last", last)
        .setParameter("acceptedBy", acceptedBy)
        .setParameter("now", now)
        .setMaxResults(limit)
        .getResultList();
  }

  /** A pending envelope by its sequence. */
  Optional<EnvelopeHead> head(long mailboxId, long sequence, Instant now) {
    return entities
        .createQuery(
            "select "
                + HEAD
                + " from Envelope e where e.mailboxId = :mailbox and e.sequence = :sequence"
                + " and (e.expiresAt is null or e.expiresAt > :now)",
            EnvelopeHead.class)
        .setParameter("mailbox", mailboxId)
        .setParameter("sequence", sequence)
        .setParameter("now", now)
        .getResultStream()
        .findFirst();
  }

  /** Which of the identities are in quarantine, expired ones included. */
  List<EnvelopeHead> quarantined(Collection<Identity> identities) {
    return identities.isEmpty() ? List.of() : quarantine.heads(identities);
  }

  /** See {@link JpaQuarantineStore#removeExpired}. */
  int removeQuarantined(long mailboxId, Instant now, int limit) {
    return quarantine.removeExpired(mailboxId, now, limit);
  }

  /** See {@link EnvelopeOpener#open}. */
  List<PendingEnvelope> open(List<EnvelopeHead> envelopes) {
    return opener.open(envelopes);
  }

  /** See {@link EnvelopeOpener#tryToOpen}. */
  EnvelopeOpener.Unopened tryToOpen(Collection<EnvelopeHead> envelopes) {
    return opener.tryToOpen(envelopes);
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

  /**
   * Mailboxes that hold something expired, in quarantine too, read without a lock. Those that take
   * no writes are left out: they would take the places of others.
   */
  Set<Long> mailboxesWithExpired(Instant now, int limit) {
    Set<Long> found = new LinkedHashSet<>(quarantine.mailboxesWithExpired(now, limit));
    found.addAll(
        entities
            .createQuery(
                "select distinct e.mailboxId from Envelope e where e.expiresAt <= :now"
                    + " and e.mailboxId not in"
                    + " (select m.id from Mailbox m where m.driftedAt is not null)",
                Long.class)
            .setParameter("now", now)
            .setMaxResults(limit)
            .getResultList());
    return found;
  }

  void delete(List<EnvelopeHead> envelopes) {
    execute(DELETE, envelopes, EnvelopeHead::writeKeyTo);
  }

  /** Gives envelopes another life, counted from when they were accepted. */
  void shorten(List<EnvelopeHead> envelopes, Duration ttl) {
    if (!envelopes.isEmpty()) {
      query(entities.createNativeQuery(SHORTEN))
          .setParameter("rows", JsonList.of(envelopes, EnvelopeHead::writeKeyTo))
          .setParameter("ttl", ttl.toSeconds())
          .executeUpdate();
    }
  }

  void deleteTombstone(Identity identity) {
    query(
            entities.createNativeQuery(
                "DELETE FROM tombstone WHERE mailbox_id = :mailbox AND sender = :sender"
                    + " AND message_id = :message"))
        .setParameter("mailbox", identity.mailboxId())
        .setParameter("sender", identity.sender())
        .setParameter("message", identity.messageId())
        .executeUpdate();
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
    quarantine.removeAll(mailbox.id());
    entities.remove(mailbox);
  }

  private <T> void execute(String sql, Collection<T> rows, JsonList.Writer<T> writer) {
    if (!rows.isEmpty()) {
      query(entities.createNativeQuery(sql))
          .setParameter("rows", JsonList.of(rows, writer))
          .executeUpdate();
    }
  }

  /** No look through all entities for changes before each statement: there are none to find. */
  private static Query query(Query query) {
    return query.setFlushMode(FlushModeType.COMMIT);
  }
}
