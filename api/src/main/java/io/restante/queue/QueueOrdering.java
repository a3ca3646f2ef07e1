package io.restante.queue;

/** In which order a queue's messages are handed out. */
public enum QueueOrdering {
  /** Oldest first, to whoever asks. */
  COMPETING,
  /** Of each ordering key only the oldest unresolved one. */
  STRICT_PER_KEY
}
