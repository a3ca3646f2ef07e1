package io.restante.wake;

/**
 * How a call went.
 *
 * @param code what went wrong, a few words from a small set; null if nothing did
 * @param answered whether the host answered in time, be it with an error
 */
record CallbackOutcome(String code, boolean answered) {
  private static final CallbackOutcome SUCCESS = new CallbackOutcome(null, true);
  private static final int SUCCESSES = 200;
  private static final int REDIRECTIONS = 300;

  static CallbackOutcome ofStatus(int status) {
    return status >= SUCCESSES && status < REDIRECTIONS
        ? SUCCESS
        : new CallbackOutcome("HTTP_" + status, true);
  }

  static CallbackOutcome unreachable(String code) {
    return new CallbackOutcome(code, false);
  }

  /** It did not come to a call, for a reason that is none of the host's. */
  static CallbackOutcome notSent(String code) {
    return new CallbackOutcome(code, true);
  }

  boolean isSuccess() {
    return code == null;
  }
}
