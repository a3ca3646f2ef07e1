package io.restante.idempotency;

/**
 * What a write answers: what it just decided, or the kept answer of its first run.
 *
 * @param outcome what was decided; null if replayed
 * @param stored the answer as sent; null where nobody renders one
 */
public record Answer<T>(T outcome, StoredAnswer stored, boolean replayed) {
  public static <T> Answer<T> fresh(T outcome, StoredAnswer stored) {
    return new Answer<>(outcome, stored, false);
  }

  public static <T> Answer<T> replayed(StoredAnswer stored) {
    return new Answer<>(null, stored, true);
  }

  /** How an outcome is written. */
  public interface Renderer<T> {
    StoredAnswer render(T outcome);
  }
}
