package io.restante.pipeline;

import io.restante.error.RestanteException;
import java.util.function.Supplier;

/**
 * What a batch decided for one of its requests: a result, a refusal, or nothing yet.
 *
 * @param result null if there is none
 * @param refusal null if not refused
 * @param isContended whether nothing was decided, because somebody else has locked what it needs
 */
public record Decision<R>(R result, RestanteException refusal, boolean isContended) {
  public static <R> Decision<R> of(R result) {
    return new Decision<>(result, null, false);
  }

  public static <R> Decision<R> refused(RestanteException refusal) {
    return new Decision<>(null, refusal, false);
  }

  /** Only of an attempt that does not wait for locks; the request is tried again. */
  public static <R> Decision<R> contended() {
    return new Decision<>(null, null, true);
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
