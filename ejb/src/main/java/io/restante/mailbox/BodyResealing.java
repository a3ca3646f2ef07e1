package io.restante.mailbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceContext;
import java.util.List;

/**
 * Seals stored bodies with the present key that were sealed with an earlier one, in the caller's
 * transaction.
 *
 * <p>It locks rows of {@code envelope} or {@code quarantined_envelope} by the index of their key,
 * and leaves out those that somebody else holds; it never waits for a lock, and takes none of a
 * mailbox. Only the body and its key change. What does not open stays as it is.
 */
@ApplicationScoped
public class BodyResealing {
  private static final String CLAIM =
      """
      SELECT mailbox_id, sequence, sender, message_id, digest, body_bytes, accepted_at, expires_at,
        sealing_key, acknowledge_to
        FROM %1$s FORCE INDEX (%1$s_sealing_key)
        WHERE sealing_key = :key
          AND (mailbox_id > :mailbox OR (mailbox_id = :mailbox AND sequence > :sequence))
        ORDER BY mailbox_id, sequence LIMIT :most FOR UPDATE SKIP LOCKED
      """;

  private static final String RESEAL =
      "UPDATE %s SET body = :body, sealing_key = :key"
          + " WHERE mailbox_id = :mailbox AND sequence = :sequence";

  @PersistenceContext private EntityManager entities;
  @Inject private EnvelopeOpener opener;
  @Inject private BodySeal seal;

  /** Where envelopes are. */
  public enum Table {
    PENDING("envelope"),
    QUARANTINED("quarantined_envelope");

    private final String sqlName;

    Table(String sqlName) {
      this.sqlName = sqlName;
    }

    String sqlName() {
      return sqlName;
    }
  }

  /** Up to where a round has come. */
  public record Position(long mailboxId, long sequence) {
    public static final Position START = new Position(0, 0);
  }

  /**
   * What was done.
   *
   * @param resealed how many bodies
   * @param position of the last one that was looked at
   * @param hasMore whether there may be any behind it
   */
  public record Piece(int resealed, Position position, boolean hasMore) {}

  /** Seals at most so many of those that name the key, and at most a few MiB of them. */
  public Piece next(Table table, long key, Position after, int limit) {
    List<EnvelopeHead> claimed = claim(table, key, after, limit);
    List<EnvelopeHead> taken = PageBytes.RESEAL.cut(claimed);
    if (taken.isEmpty()) {
      return new Piece(0, after, false);
    }
    int resealed = 0;
    for (StoredEnvelope stored : opener.read(table, taken)) {
      resealed += seal.sealAnew(stored).map(body -> store(table, stored, body)).orElse(0);
    }
    EnvelopeHead last = taken.get(taken.size() - 1);
    return new Piece(
        resealed,
        new Position(last.mailboxId(), last.sequence()),
        claimed.size() == limit || taken.size() < claimed.size());
  }

  @SuppressWarnings("unchecked")
  private List<EnvelopeHead> claim(Table table, long key, Position after, int limit) {
    return entities
        .createNativeQuery(CLAIM.formatted(table.sqlName()), Envelope.HEAD)
        .setParameter("key", key)
        .setParameter("mailbox", after.mailboxId())
        .setParameter("sequence", after.sequence())
        .setParameter("most", limit)
        .getResultList();
  }

  private int store(Table table, StoredEnvelope envelope, StoredBody body) {
    return entities
        .createNativeQuery(RESEAL.formatted(table.sqlName()))
        .setFlushMode(FlushModeType.COMMIT)
        .setParameter("body", body.bytes())
        .setParameter("key", body.sealingKey())
        .setParameter("mailbox", envelope.mailboxId())
        .setParameter("sequence", envelope.sequence())
        .executeUpdate();
  }
}
