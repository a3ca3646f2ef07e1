package io.restante.wake;

/** A callback that is not sent: its host is not allowed, or not known. The message is a code. */
class CallbackRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The host is not on the list. */
  static final String HOST = "HOST_NOT_ALLOWED";

  /** The host has an address that is not allowed. */
  static final String ADDRESS = "ADDRESS_NOT_ALLOWED";

  /** The host's name has no address. */
  static final String UNKNOWN = "HOST_UNKNOWN";

  CallbackRefusedException(String code) {
    super(code);
  }

  String code() {
    return getMessage();
  }
}
