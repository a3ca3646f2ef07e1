package io.restante.mailbox;

import io.restante.database.JsonList;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.keys.MissingKeyException;
import io.restante.mailbox.BodyResealing.Table;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Query;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Reads bodies of tables {@code envelope} and {@code quarantined_envelope} by their primary keys,
 * with the names of their mailboxes, and opens them. Nothing is guessed: what does not open is
 * named by its sequence.
 */
@ApplicationScoped
class EnvelopeOpener {
  private static final Logger LOG = Logger.getLogger(EnvelopeOpener.class);

  private static final String READ =
      """
      SELECT d.name AS domain, m.name AS mailbox, e.mailbox_id, e.sequence, e.sender, e.message_id,
        e.digest, e.kind, e.protocol_version, e.content_type, e.accepted_at, e.expires_at, e.sealing_key,
        e.body
        FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
          mailbox_id BIGINT PATH '$[0]', sequence BIGINT PATH '$[1]')) k
        STRAIGHT_JOIN %s e FORCE INDEX (PRIMARY)
          ON e.mailbox_id = k.mailbox_id AND e.sequence = k.sequence
        STRAIGHT_JOIN mailbox m FORCE INDEX (PRIMARY) ON m.id = e.mailbox_id
        STRAIGHT_JOIN domain d FORCE INDEX (PRIMARY) ON d.id = m.domain_id
      """;

  private static final String CHANGED_IN_CLEAR =
      """
      SELECT e.mailbox_id, e.sequence, e.sender, e.message_id
        FROM JSON_TABLE(:rows, '$[*]' COLUMNS (
          mailbox_id BIGINT PATH '$[0]', sequence BIGINT PATH '$[1]')) k
        STRAIGHT_JOIN envelope e FORCE INDEX (PRIMARY)
          ON e.mailbox_id = k.mailbox_id AND e.sequence = k.sequence
        WHERE e.digest <> UNHEX(SHA2(e.body, 256))
      """;

  @PersistenceContext private EntityManager entities;
  @Inject private BodySeal seal;

  /**
   * The envelopes with their bodies, by ascending sequence; without those that are gone meanwhile.
   *
   * @param envelopes of one mailbox, as many as one answer carries
   * @throws RestanteException STORAGE_DAMAGED, naming the sequences, if one does not open;
   *     UNAVAILABLE if this node lacks the key of one
   */
  List<PendingEnvelope> open(List<EnvelopeHead> envelopes) {
    List<PendingEnvelope> opened = new ArrayList<>(envelopes.size());
    List<StoredEnvelope> damaged = new ArrayList<>();
    for (StoredEnvelope stored : read(Table.PENDING, envelopes)) {
      Optional<byte[]> body = seal.open(stored);
      body.ifPresentOrElse(clear -> opened.add(stored.opened(clear)), () -> damaged.add(stored));
    }
    if (!damaged.isEmpty()) {
      damaged.forEach(stored -> report(stored.mailboxId(), stored.sequence()));
      throw doNotOpen(damaged.stream().map(StoredEnvelope::sequence).toList());
    }
    opened.sort(Comparator.comparingLong(PendingEnvelope::sequence));
    return opened;
  }

  /**
   * What keeps envelopes from being finalized.
   *
   * @param damaged they do not open
   * @param keyless this node lacks their keys, so it cannot tell
   */
  record Unopened(Set<Identity> damaged, Set<Identity> keyless) {
    /**
     * @throws MissingKeyException if this node cannot tell
     */
    boolean isDamaged(EnvelopeHead envelope) {
      if (keyless.contains(envelope.identity())) {
        throw new MissingKeyException();
      }
      return damaged.contains(envelope.identity());
    }
  }

  /**
   * Which of the envelopes do not open. Sealed ones are read, of many large ones a bounded part at
   * once; those in clear are compared with their digests where they are, in the database.
   */
  Unopened tryToOpen(Collection<EnvelopeHead> envelopes) {
    Set<Identity> damaged = new HashSet<>(changed(inClear(envelopes)));
    Set<Identity> keyless = new HashSet<>();
    List<EnvelopeHead> left = envelopes.stream().filter(EnvelopeHead::isSealed).toList();
    while (!left.isEmpty()) {
      List<EnvelopeHead> part = PageBytes.PULL.cut(left);
      for (StoredEnvelope stored : read(Table.PENDING, part)) {
        try {
          if (seal.open(stored).isEmpty()) {
            report(stored.mailboxId(), stored.sequence());
            damaged.add(stored.identity());
          }
        } catch (MissingKeyException missing) {
          keyless.add(stored.identity());
        }
      }
      left = left.subList(part.size(), left.size());
    }
    return new Unopened(damaged, keyless);
  }

  boolean opensInQuarantine(EnvelopeHead envelope) {
    return read(Table.QUARANTINED, List.of(envelope)).stream()
        .anyMatch(stored -> seal.open(stored).isPresent());
  }

  /** What a caller is told of envelopes that do not open. */
  static RestanteException doNotOpen(Collection<Long> sequences) {
    return new RestanteException(
        ErrorCode.STORAGE_DAMAGED,
        "A stored record does not open, sequence "
            + sequences.stream().sorted().map(String::valueOf).collect(Collectors.joining(", "))
            + ".");
  }

  private static List<EnvelopeHead> inClear(Collection<EnvelopeHead> envelopes) {
    return envelopes.stream().filter(envelope -> !envelope.isSealed()).toList();
  }

  private List<Identity> changed(List<EnvelopeHead> envelopes) {
    if (envelopes.isEmpty()) {
      return List.of();
    }
    List<Identity> changed = new ArrayList<>();
    for (Object row : query(entities.createNativeQuery(CHANGED_IN_CLEAR), envelopes)) {
      Object[] columns = (Object[]) row;
      long mailboxId = ((Number) columns[0]).longValue();
      report(mailboxId, ((Number) columns[1]).longValue());
      changed.add(new Identity(mailboxId, (String) columns[2], (String) columns[3]));
    }
    return changed;
  }

  private static void report(long mailboxId, long sequence) {
    LOG.errorf(
        "The envelope with sequence %d of the mailbox with id %d does not open.",
        sequence, mailboxId);
  }

  @SuppressWarnings("unchecked")
  List<StoredEnvelope> read(Table table, List<EnvelopeHead> envelopes) {
    return envelopes.isEmpty()
        ? List.of()
        : (List<StoredEnvelope>)
            query(
                entities.createNativeQuery(READ.formatted(table.sqlName()), Envelope.STORED),
                envelopes);
  }

  private static List<?> query(Query query, List<EnvelopeHead> envelopes) {
    return query
        .setFlushMode(FlushModeType.COMMIT)
        .setParameter("rows", JsonList.of(envelopes, EnvelopeHead::writeKeyTo))
        .getResultList();
  }
}
