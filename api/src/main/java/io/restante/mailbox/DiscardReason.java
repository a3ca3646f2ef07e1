package io.restante.mailbox;

/**
 * Why a recipient will never apply an envelope. A closed set without free text, so that no content
 * can end up in it; it is never told to the sender.
 */
public enum DiscardReason {
  UNSUPPORTED_CONTENT(1),
  INVALID_APPLICATION_STATE(2),
  USER_REJECTED(3),
  POLICY_REJECTED(4),
  OTHER(5);

  private final int code;

  DiscardReason(int code) {
    this.code = code;
  }

  /** The code that is stored. */
  public int code() {
    return code;
  }
}
