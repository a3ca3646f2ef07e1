package io.restante.mailbox;

/** How an envelope leaves its mailbox. */
public enum Retention {
  /** By being finalized, or by expiry (requirement 002). */
  TIMED,
  /** Only by being finalized: nothing ever disappears by itself (requirement 000). */
  UNTIL_FINALIZED
}
