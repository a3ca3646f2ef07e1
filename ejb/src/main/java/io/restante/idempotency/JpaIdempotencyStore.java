package io.restante.idempotency;

import io.restante.database.BulkInsert;
import io.restante.database.DatabaseErrors;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.keys.Keys;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Table {@code idempotency_record}, by the hash of the key.
 *
 * <p>A record is inserted in the transaction of the effect, as its last statements, in order of the
 * hash. The insert is what decides between two first requests: the later one waits for the earlier
 * one's transaction, meets the duplicate key, is rolled back and repeated, and finds the answer.
 */
@ApplicationScoped
public class JpaIdempotencyStore {
  private static final BulkInsert<IdempotencyRecord> INSERT =
      new BulkInsert<>(
          "INSERT INTO idempotency_record (key_hash, fingerprint, status, response, sealed,"
              + " resource, created_at, expires_at, sealing_key)"
              + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
          IdempotencyRecord::bindTo);

  @PersistenceContext private EntityManager entities;
  @Inject private IdempotencyConfig config;
  @Inject private Keys keys;
  @Inject private Clock clock;

  /** The kept answers of these keys. What has expired is removed, so that the key is new again. */
  public KeptAnswers find(Collection<IdempotencyKey> wanted) {
    Map<ByteBuffer, IdempotencyRecord> found = new HashMap<>();
    if (!wanted.isEmpty()) {
      Instant now = clock.instant();
      List<byte[]> expired = new ArrayList<>();
      for (IdempotencyRecord kept : select(wanted)) {
        if (kept.isExpired(now)) {
          expired.add(kept.keyHash());
        } else {
          found.put(ByteBuffer.wrap(kept.keyHash()), kept);
        }
      }
      remove(expired, now);
    }
    return new KeptAnswers(found);
  }

  int prune(int limit) {
    return entities
        .createNativeQuery("DELETE FROM idempotency_record WHERE expires_at <= :now LIMIT :most")
        .setParameter("now", clock.instant())
        .setParameter("most", limit)
        .executeUpdate();
  }

  private List<IdempotencyRecord> select(Collection<IdempotencyKey> wanted) {
    return entities
        .createQuery(
            "select r from IdempotencyRecord r where r.keyHash in :hashes", IdempotencyRecord.class)
        .setParameter("hashes", wanted.stream().flatMap(key -> key.hashes().stream()).toList())
        .getResultList();
  }

  private void remove(List<byte[]> hashes, Instant now) {
    if (!hashes.isEmpty()) {
      entities
          .createQuery(
              "delete from IdempotencyRecord r where r.keyHash in :hashes and r.expiresAt <= :now")
          .setParameter("hashes", hashes)
          .setParameter("now", now)
          .executeUpdate();
      entities.clear();
    }
  }

  /** The kept answers of a set of keys, and those that the same transaction adds. */
  public final class KeptAnswers {
    private final Map<ByteBuffer, IdempotencyRecord> records;
    private final List<IdempotencyRecord> added = new ArrayList<>();

    private KeptAnswers(Map<ByteBuffer, IdempotencyRecord> records) {
      this.records = records;
    }

    /**
     * @throws RestanteException IDEMPOTENCY_KEY_REUSED if the key was used for another request;
     *     UNAVAILABLE if this node lacks the key that the answer is sealed with
     */
    public Optional<StoredAnswer> replay(IdempotencyKey key) {
      Optional<IdempotencyRecord> found =
          key.hashes().stream()
              .map(hash -> records.get(ByteBuffer.wrap(hash)))
              .filter(Objects::nonNull)
              .findFirst();
      if (found.isEmpty()) {
        return Optional.empty();
      }
      IdempotencyRecord kept = found.get();
      if (!key.isOf(kept.fingerprint())) {
        throw new RestanteException(
            ErrorCode.IDEMPOTENCY_KEY_REUSED,
            "This Idempotency-Key was used for another request; nothing was changed.");
      }
      return Optional.of(kept.isSealed() ? open(kept) : kept.answer());
    }

    /**
     * The kept answer of an earlier run; otherwise what is decided now, which is kept if a retry is
     * to get it again.
     *
     * @param keeping none if its caller sent no key
     * @throws RestanteException IDEMPOTENCY_KEY_REUSED, or what decides throws
     */
    public <T> Answer<T> answer(
        Optional<Keeping<T>> keeping, Supplier<T> decision, Predicate<T> isDecided) {
      if (keeping.isEmpty()) {
        return Answer.fresh(decision.get(), null);
      }
      Keeping<T> how = keeping.get();
      Optional<StoredAnswer> earlier = replay(how.key());
      if (earlier.isPresent()) {
        return Answer.replayed(earlier.get());
      }
      T outcome = decision.get();
      StoredAnswer rendered = how.renderer().render(outcome);
      if (isDecided.test(outcome)) {
        keep(how.key(), rendered, how.sealed(), how.resource());
      }
      return Answer.fresh(outcome, rendered);
    }

    /**
     * @param sealed whether the answer holds what must not be stored in clear
     */
    public void keep(IdempotencyKey key, StoredAnswer answer, boolean sealed, String resource) {
      Instant now = clock.instant();
      Instant end = now.plus(config.retention());
      for (byte[] hash : key.hashes()) {
        StoredAnswer stored = sealed ? seal(hash, answer) : answer;
        IdempotencyRecord kept =
            new IdempotencyRecord(hash, key.fingerprint(), stored, sealed, resource, now, end);
        added.add(kept);
        records.put(ByteBuffer.wrap(hash), kept);
      }
    }

    /**
     * Stores what was kept: the last statements of the transaction.
     *
     * @throws RestanteException IDEMPOTENCY_IN_PROGRESS if another request with one of the keys is
     *     still running after the database's lock wait
     */
    public void store() {
      if (added.isEmpty()) {
        return;
      }
      try {
        entities.flush();
        added.sort(Comparator.comparing(kept -> ByteBuffer.wrap(kept.keyHash())));
        INSERT.run(entities, added);
      } catch (PersistenceException failure) {
        if (DatabaseErrors.isLockWaitTimeout(failure)) {
          throw new RestanteException(
              ErrorCode.IDEMPOTENCY_IN_PROGRESS,
              "The first request with this Idempotency-Key is still running.",
              Duration.ofSeconds(1));
        }
        throw failure;
      }
    }
  }

  private StoredAnswer seal(byte[] hash, StoredAnswer answer) {
    return answer.body() == null
        ? answer
        : new StoredAnswer(answer.status(), keys.seal(answer.body(), purpose(hash)));
  }

  private StoredAnswer open(IdempotencyRecord kept) {
    StoredAnswer answer = kept.answer();
    return answer.body() == null
        ? answer
        : new StoredAnswer(
            answer.status(),
            unseal(answer.body(), kept.sealingKey(), purpose(kept.keyHash()))
                .orElseThrow(
                    () ->
                        new RestanteException(
                            ErrorCode.STORAGE_DAMAGED, "The kept answer does not open.")));
  }

  /**
   * @param namedKey null in records from before they named it
   */
  private Optional<byte[]> unseal(byte[] sealed, Long namedKey, String purpose) {
    return namedKey == null ? keys.open(sealed, purpose) : keys.open(sealed, namedKey, purpose);
  }

  private static String purpose(byte[] hash) {
    return "answer " + HexFormat.of().formatHex(hash);
  }
}
