package io.restante.mailbox;

/** What became of one item of an acknowledgement. Each of them is harmless to repeat. */
public enum AcknowledgeResult {
  COMMITTED,
  ALREADY_COMMITTED,
  ALREADY_DISCARDED,
  /** Never received here, expired, or finalized so long ago that its tombstone is gone. */
  NOT_FOUND,
  /** Its stored body does not open, so it stays as it is until an administrator has seen to it. */
  STORAGE_DAMAGED
}
