package io.restante.pipeline;

import io.restante.error.RestanteException;
import java.util.function.Supplier;

/**
 * What a batch decided for one of its requests: a result or a refusal.
 *
 * @param result null if refused
 * @param refusal null if not refused
 */
public record Decision<R>(R result, RestanteException refusal) {
  public static <R> Decision<R> of(R result) {
    return new Decision<>(result, null);
  }

  public static <R> Decision<R> refused(RestanteException refusal) {
    return new Decision<>(null, refusal);
  }

  /** Turns a refusal that is thrown into one that is decided. */
  public static <R> Decision<R> from(Supplier<R> decider) {
    try {
      return of(decider.get());
    } catch (RestanteException refusal) {
      return refused(refusal);
    }
  }

  /** Whether a retry may be given it again: what was done, or is refused whatever is repaired. */
  public boolean isFinal() {
    return refusal == null || refusal.code().decided();
  }
}
