package io.restante.idempotency;

/** The key of a request that wants its answer kept, and how that answer is written. */
public record Keep<T>(IdempotencyKey key, Answer.Renderer<T> renderer) {
  /** With what only the write itself knows. */
  public Keeping<T> keeping(String resource, boolean sealed) {
    return new Keeping<>(key, renderer, resource, sealed);
  }
}
