package io.restante.mailbox;

/** What an envelope is. */
public enum EnvelopeKind {
  /** It holds a body that a sender handed in. */
  MESSAGE,

  /**
   * It tells a sender that the envelope of the same message id was finalized, and not how; it has
   * no body. Its sender is an opaque id that stands for the mailbox that held the envelope; the
   * receipt of the submit named it ({@link SubmitReceipt#acknowledger()}).
   */
  ACK
}
