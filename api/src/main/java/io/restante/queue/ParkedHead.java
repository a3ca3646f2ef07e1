package io.restante.queue;

/** What a parked message means for the later ones of its ordering key. */
public enum ParkedHead {
  /** They go on without it. */
  CONTINUE,
  /** They wait until it is redriven or cancelled. */
  BLOCK
}
