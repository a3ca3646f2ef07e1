package io.restante.web.idempotency;

import io.restante.idempotency.Answer;
import io.restante.idempotency.IdempotentWrite;
import io.restante.idempotency.IdempotentWrites;
import io.restante.idempotency.StoredAnswer;
import io.restante.web.request.RequestFacts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs the writes of administrators: one transaction for the change and its kept answer. */
@ApplicationScoped
public class Writes {
  private static final StoredAnswer NO_CONTENT = new StoredAnswer(204, null);

  @Inject private Idempotency idempotency;
  @Inject private IdempotentWrites writes;

  /**
   * @param body what was sent; an empty record if nothing was
   */
  public Response run(RequestFacts request, Record body, Supplier<StoredAnswer> work) {
    return run(request, body, false, work);
  }

  /** The same where nothing was sent and nothing is answered: 204. */
  public Response run(RequestFacts request, Runnable work) {
    return run(
        request,
        new Nothing(),
        () -> {
          work.run();
          return NO_CONTENT;
        });
  }

  /** The same for an answer that holds a secret: what is kept of it is sealed. */
  public Response runSecret(RequestFacts request, Record body, Supplier<StoredAnswer> work) {
    return run(request, body, true, work);
  }

  /**
   * The same, after something that must hold no transaction, such as asking a name service. A kept
   * answer is given without it.
   */
  public Response runSecretAfter(
      RequestFacts request, Record body, Runnable before, Supplier<StoredAnswer> work) {
    return Responses.of(
        writes.runInPieces(
            new IdempotentWrite(idempotency.key(request, body), true, null),
            () -> {
              before.run();
              return null;
            },
            nothing -> work.get()));
  }

  /**
   * Runs a write that is too long for one transaction.
   *
   * @param pieces does the work in transactions of its own; harmless to do again
   * @param end renders the answer, in the transaction that keeps it
   */
  public <T> Response runInPieces(
      RequestFacts request, Record body, Supplier<T> pieces, Function<T, StoredAnswer> end) {
    return Responses.of(
        writes.runInPieces(
            new IdempotentWrite(idempotency.key(request, body), false, null), pieces, end));
  }

  private Response run(
      RequestFacts request, Record body, boolean secret, Supplier<StoredAnswer> work) {
    Answer<StoredAnswer> answer =
        writes.run(
            new IdempotentWrite(idempotency.key(request, body), secret, null),
            refusal -> Responses.problem(refusal, request.requestId()),
            work);
    return Responses.of(answer);
  }

  private record Nothing() {}
}
