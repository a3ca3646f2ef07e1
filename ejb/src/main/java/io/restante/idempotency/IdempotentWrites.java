package io.restante.idempotency;

import io.restante.database.TransactionRetry;
import io.restante.error.RestanteException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs the writes that are not worth a pipeline: administrators' acts. Each runs in one transaction
 * with its kept answer; a refusal that is a decision is kept in one of its own.
 */
@ApplicationScoped
public class IdempotentWrites {
  @Inject private IdempotentTransaction transaction;
  @Inject private TransactionRetry retry;

  /**
   * @param work changes things and renders the answer; may be run several times, each time after
   *     what it did before was undone
   */
  public Answer<StoredAnswer> run(
      IdempotentWrite write,
      Answer.Renderer<RestanteException> refusals,
      Supplier<StoredAnswer> work) {
    try {
      return attempt(write, work);
    } catch (RestanteException refusal) {
      if (write.key().isEmpty() || !refusal.code().decided()) {
        throw refusal;
      }
      return attempt(write, () -> refusals.render(refusal));
    }
  }

  /**
   * Runs a write that is too long for one transaction. Of two first requests at once, both work,
   * and both get the answer of the one that ends first.
   *
   * @param pieces does the work in transactions of its own; harmless to do again
   * @param end renders the answer, in the transaction that keeps it
   */
  public <T> Answer<StoredAnswer> runInPieces(
      IdempotentWrite write, Supplier<T> pieces, Function<T, StoredAnswer> end) {
    Optional<StoredAnswer> earlier =
        write.key().flatMap(key -> retry.call(() -> transaction.find(key)));
    if (earlier.isPresent()) {
      return Answer.replayed(earlier.get());
    }
    T done = pieces.get();
    return attempt(write, () -> end.apply(done));
  }

  private Answer<StoredAnswer> attempt(IdempotentWrite write, Supplier<StoredAnswer> work) {
    return retry.call(() -> transaction.run(write, work));
  }
}
