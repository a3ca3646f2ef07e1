package io.restante.mailbox;

import io.restante.database.JsonList;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Table {@code quarantined_envelope}: clustered by mailbox and sequence, unique by identity,
 * indexed by expiry. A row has the columns of table {@code envelope}, and came from there.
 *
 * <p>Rows come and go under the lock of their mailbox's row, whose {@code quarantined_count} counts
 * them.
 */
@ApplicationScoped
class JpaQuarantineStore {
  private static final String MOVED =
      "mailbox_id, sequence, sender, message_id, digest, body_bytes, protocol_version,"
          + " content_type, accepted_at, expires_at, body, sealing_key, kind, acknowledge_to";

  private static final String OF_SEQUENCE = " WHERE mailbox_id = :mailbox AND sequence = :sequence";

  private static final String LIST =
      "SELECT sequence, sender, message_id, accepted_at, expires_at, body_bytes, sealing_key,"
          + " quarantined_at FROM quarantined_envelope WHERE mailbox_id = :mailbox"
          + " AND sequence > :after AND (expires_at IS NULL OR expires_at > :now)"
          + " ORDER BY sequence LIMIT :most";

  private static final String HEADS =
      "SELECT e.mailbox_id, e.sequence, e.sender, e.message_id, e.digest, e.body_bytes,"
          + " e.accepted_at, e.expires_at, e.sealing_key, e.acknowledge_to FROM ";

  private static final String HEAD =
      HEADS + "quarantined_envelope e WHERE e.mailbox_id = :mailbox AND e.sequence = :sequence";

  private static final String HEADS_OF_IDENTITIES =
      HEADS
          + """
          JSON_TABLE(:identities, '$[*]' COLUMNS (
            mailbox_id BIGINT PATH '$[0]',
            sender VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[1]',
            message_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_nopad_bin PATH '$[2]')) k
            STRAIGHT_JOIN quarantined_envelope e FORCE INDEX (quarantined_envelope_identity)
            ON e.mailbox_id = k.mailbox_id AND e.sender = k.sender AND e.message_id = k.message_id
          """;

  @PersistenceContext private EntityManager entities;
  @Inject private EnvelopeOpener opener;

  /** Copies a pending envelope here; the caller deletes it there, with the counters. */
  void add(EnvelopeHead envelope, Instant now) {
    forgetExpired(envelope);
    query(
            "INSERT INTO quarantined_envelope ("
                + MOVED
                + ", quarantined_at) SELECT "
                + MOVED
                + ", :now FROM envelope"
                + OF_SEQUENCE)
        .setParameter("mailbox", envelope.mailboxId())
        .setParameter("sequence", envelope.sequence())
        .setParameter("now", now)
        .executeUpdate();
    count(envelope.mailboxId(), 1);
  }

  /** Copies an envelope back among the pending ones, and deletes it here. */
  void giveBack(EnvelopeHead envelope) {
    query(
            "INSERT INTO envelope ("
                + MOVED
                + ") SELECT "
                + MOVED
                + " FROM quarantined_envelope"
                + OF_SEQUENCE)
        .setParameter("mailbox", envelope.mailboxId())
        .setParameter("sequence", envelope.sequence())
        .executeUpdate();
    remove(envelope);
  }

  void remove(EnvelopeHead envelope) {
    int removed =
        query("DELETE FROM quarantined_envelope" + OF_SEQUENCE)
            .setParameter("mailbox", envelope.mailboxId())
            .setParameter("sequence", envelope.sequence())
            .executeUpdate();
    count(envelope.mailboxId(), -removed);
  }

  int removeExpired(long mailboxId, Instant now, int limit) {
    int removed =
        query(
                "DELETE FROM quarantined_envelope WHERE mailbox_id = :mailbox"
                    + " AND expires_at <= :now LIMIT :most")
            .setParameter("mailbox", mailboxId)
            .setParameter("now", now)
            .setParameter("most", limit)
            .executeUpdate();
    count(mailboxId, -removed);
    return removed;
  }

  /** Those of a mailbox that is being deleted. */
  void removeAll(long mailboxId) {
    query("DELETE FROM quarantined_envelope WHERE mailbox_id = :mailbox")
        .setParameter("mailbox", mailboxId)
        .executeUpdate();
  }

  /** Whether its body opens now. */
  boolean opens(EnvelopeHead envelope) {
    return opener.opensInQuarantine(envelope);
  }

  @SuppressWarnings("unchecked")
  Optional<EnvelopeHead> head(long mailboxId, long sequence) {
    List<EnvelopeHead> found =
        query(entities.createNativeQuery(HEAD, Envelope.HEAD))
            .setParameter("mailbox", mailboxId)
            .setParameter("sequence", sequence)
            .getResultList();
    return found.stream().findFirst();
  }

  @SuppressWarnings("unchecked")
  List<EnvelopeHead> heads(Collection<Identity> identities) {
    return query(entities.createNativeQuery(HEADS_OF_IDENTITIES, Envelope.HEAD))
        .setParameter("identities", JsonList.of(identities, Identity::writeTo))
        .getResultList();
  }

  /** Those that have not expired, above a sequence. */
  @SuppressWarnings("unchecked")
  List<QuarantinedEnvelope> list(long mailboxId, long after, Instant now, int limit) {
    return query(entities.createNativeQuery(LIST, Envelope.QUARANTINED))
        .setParameter("mailbox", mailboxId)
        .setParameter("after", after)
        .setParameter("now", now)
        .setParameter("most", limit)
        .getResultList();
  }

  /** Mailboxes that hold something expired here, and take writes, read without a lock. */
  @SuppressWarnings("unchecked")
  List<Long> mailboxesWithExpired(Instant now, int limit) {
    return entities
        .createNativeQuery(
            "SELECT DISTINCT mailbox_id FROM quarantined_envelope WHERE expires_at <= :now"
                + " AND mailbox_id NOT IN (SELECT m.id FROM mailbox m WHERE m.drifted_at IS NOT NULL)"
                + " LIMIT :most",
            Long.class)
        .setParameter("now", now)
        .setParameter("most", limit)
        .getResultList();
  }

  /** One of the same identity can only have expired: else this one had been its duplicate. */
  private void forgetExpired(EnvelopeHead envelope) {
    int removed =
        query(
                "DELETE FROM quarantined_envelope WHERE mailbox_id = :mailbox"
                    + " AND sender = :sender AND message_id = :message")
            .setParameter("mailbox", envelope.mailboxId())
            .setParameter("sender", envelope.sender())
            .setParameter("message", envelope.messageId())
            .executeUpdate();
    count(envelope.mailboxId(), -removed);
  }

  private void count(long mailboxId, int more) {
    if (more != 0) {
      query("UPDATE mailbox SET quarantined_count = quarantined_count + :more WHERE id = :mailbox")
          .setParameter("more", more)
          .setParameter("mailbox", mailboxId)
          .executeUpdate();
    }
  }

  private Query query(String sql) {
    return query(entities.createNativeQuery(sql));
  }

  private static Query query(Query query) {
    return query.setFlushMode(FlushModeType.COMMIT);
  }
}
