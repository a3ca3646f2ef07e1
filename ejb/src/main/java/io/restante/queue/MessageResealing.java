package io.restante.queue;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.PersistenceContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Seals stored bodies of messages with the present key that were sealed with an earlier one, in the
 * caller's transaction.
 *
 * <p>It locks rows of {@code queue_body} by the index of their key, and leaves out those that
 * somebody else holds; it never waits for a lock, and takes none of a queue. Only the body and its
 * key change. What does not open stays as it is.
 */
@ApplicationScoped
public class MessageResealing {
  private static final long PIECE_BYTES = 4 << 20;

  private static final String CLAIM =
      """
      SELECT queue_id, sequence FROM queue_body FORCE INDEX (queue_body_sealing_key)
        WHERE sealing_key = :key
          AND (queue_id > :queue OR (queue_id = :queue AND sequence > :sequence))
        ORDER BY queue_id, sequence LIMIT :most FOR UPDATE SKIP LOCKED
      """;

  private static final String RESEAL =
      "UPDATE queue_body SET body = :body, sealing_key = :key"
          + " WHERE queue_id = :queue AND sequence = :sequence";

  @PersistenceContext private EntityManager entities;
  @Inject private JpaMessageStore store;
  @Inject private MessageSeal seal;

  /**
   * What was done.
   *
   * @param resealed how many bodies
   * @param queueId of the last one that was looked at, as is its sequence
   * @param hasMore whether there may be any behind it
   */
  public record Piece(int resealed, long queueId, long sequence, boolean hasMore) {
    public static final Piece START = new Piece(0, 0, 0, true);
  }

  /** Seals at most so many of those that name the key, and at most a few MiB of them. */
  public Piece next(long key, Piece after, int limit) {
    List<MessageKey> claimed = claim(key, after, limit);
    if (claimed.isEmpty()) {
      return new Piece(0, after.queueId(), after.sequence(), false);
    }
    Map<MessageKey, QueueMessage> messages =
        store.messages(claimed).stream()
            .collect(Collectors.toMap(QueueMessage::key, Function.identity()));
    List<MessageKey> taken = cut(claimed, messages);
    Map<MessageKey, SealedBody> bodies = store.bodies(taken);
    int resealed = 0;
    for (MessageKey each : taken) {
      resealed +=
          Optional.ofNullable(messages.get(each))
              .flatMap(m -> seal.sealAnew(each.queueId(), m.messageId(), bodies.get(each)))
              .map(body -> store(each, body))
              .orElse(0);
    }
    MessageKey last = taken.get(taken.size() - 1);
    return new Piece(
        resealed,
        last.queueId(),
        last.sequence(),
        claimed.size() == limit || taken.size() < claimed.size());
  }

  /** At least one of them. */
  private static List<MessageKey> cut(
      List<MessageKey> claimed, Map<MessageKey, QueueMessage> messages) {
    List<MessageKey> taken = new ArrayList<>();
    long bytes = 0;
    for (MessageKey key : claimed) {
      bytes += messages.containsKey(key) ? messages.get(key).bytes() : 0;
      if (!taken.isEmpty() && bytes > PIECE_BYTES) {
        break;
      }
      taken.add(key);
    }
    return taken;
  }

  @SuppressWarnings("unchecked")
  private List<MessageKey> claim(long key, Piece after, int limit) {
    List<Object[]> rows =
        entities
            .createNativeQuery(CLAIM)
            .setParameter("key", key)
            .setParameter("queue", after.queueId())
            .setParameter("sequence", after.sequence())
            .setParameter("most", limit)
            .getResultList();
    return rows.stream()
        .map(row -> new MessageKey(((Number) row[0]).longValue(), ((Number) row[1]).longValue()))
        .toList();
  }

  private int store(MessageKey key, StoredBody body) {
    return entities
        .createNativeQuery(RESEAL)
        .setFlushMode(FlushModeType.COMMIT)
        .setParameter("body", body.sealed())
        .setParameter("key", body.sealingKey())
        .setParameter("queue", key.queueId())
        .setParameter("sequence", key.sequence())
        .executeUpdate();
  }
}
