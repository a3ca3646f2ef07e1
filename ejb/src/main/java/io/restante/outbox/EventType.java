package io.restante.outbox;

import java.util.Optional;

/** What an intent is about; the names are stored. */
public enum EventType {
  /** A finalized envelope's sender is to be told. */
  ACKNOWLEDGEMENT("ack"),

  /** A mailbox has got mail: its callback is to be called. */
  WAKE("wake"),

  /** Something was given up: its reference is to be put where administrators see it. */
  DEAD_LETTER(null);

  private final String kind;

  EventType(String kind) {
    this.kind = kind;
  }

  /**
   * Names the queue of its events, {@code restante.<kind>}, and that of the references of those
   * that were given up, {@code restante.dlq.<kind>}; empty for what has no consumer in the program.
   */
  Optional<String> kind() {
    return Optional.ofNullable(kind);
  }
}
