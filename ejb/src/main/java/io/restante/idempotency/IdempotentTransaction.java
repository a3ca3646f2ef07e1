package io.restante.idempotency;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The transaction that a write and its kept answer share. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class IdempotentTransaction {
  @Inject private JpaIdempotencyStore store;

  /** Runs the work unless its answer is known, and keeps the answer. */
  public Answer<StoredAnswer> run(IdempotentWrite write, Supplier<StoredAnswer> work) {
    if (write.key().isEmpty()) {
      return Answer.fresh(null, work.get());
    }
    IdempotencyKey key = write.key().get();
    JpaIdempotencyStore.KeptAnswers kept = store.find(List.of(key));
    Optional<StoredAnswer> earlier = kept.replay(key);
    if (earlier.isPresent()) {
      return Answer.replayed(earlier.get());
    }
    StoredAnswer answer = work.get();
    kept.keep(key, answer, write.sealed(), write.resource());
    kept.store();
    return Answer.fresh(null, answer);
  }

  /** The kept answer, if there is one. */
  public Optional<StoredAnswer> find(IdempotencyKey key) {
    return store.find(List.of(key)).replay(key);
  }

  /** Removes at most so many answers whose time is over. */
  public int prune(int limit) {
    return store.prune(limit);
  }
}
