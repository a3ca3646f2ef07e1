package io.restante.mailbox;

/** What senders may learn of the fate of their envelopes. */
public enum Acknowledgements {
  /** Nothing: a duplicate looks the same whether or not the recipient has finalized it. */
  NONE,
  /** That an envelope was finalized, never whether it was committed or discarded. */
  FINALIZED
}
