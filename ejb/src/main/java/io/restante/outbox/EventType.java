package io.restante.outbox;

/** What an intent is about; the names are stored. */
public enum EventType {
  /** A finalized envelope's sender is to be told. */
  ACKNOWLEDGEMENT
}
