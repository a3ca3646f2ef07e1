package io.restante.outbox;

/** Begins anew what was given up; one for each kind of thing, in the feature that has them. */
public interface Redriver {
  /** Whether it is for things of the kind that a reference bears. */
  boolean handles(String kind);

  /**
   * In the caller's transaction: begins the thing anew if it is still as the reference says.
   *
   * @return false if it is not, and nothing was done
   */
  boolean redrive(DeadLetterReference reference);
}
