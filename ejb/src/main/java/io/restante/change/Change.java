package io.restante.change;

/** What a change left, and whether it made it. */
public record Change<T>(T state, boolean created) {
  public static <T> Change<T> created(T state) {
    return new Change<>(state, true);
  }

  public static <T> Change<T> unchanged(T state) {
    return new Change<>(state, false);
  }
}
