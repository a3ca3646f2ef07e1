package io.restante.queue;

/** How delays between attempts are spread. */
public enum RetryJitter {
  /** All alike. */
  NONE,
  /** Anything from a millisecond to the whole delay. */
  FULL
}
