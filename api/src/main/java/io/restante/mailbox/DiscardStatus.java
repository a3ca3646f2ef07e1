package io.restante.mailbox;

/** What became of a discard. The first decision on an envelope stands; later ones are told it. */
public enum DiscardStatus {
  DISCARDED,
  ALREADY_DISCARDED,
  ALREADY_COMMITTED
}
