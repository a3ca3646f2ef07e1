package io.restante.database;

import jakarta.interceptor.AroundTimeout;
import jakarta.interceptor.InvocationContext;

/**
 * Around the rounds of a periodic timer: what the database does not take is left to the next round,
 * and told in one bounded line. The container would try again at once and log two stack traces for
 * every round of every timer, with what the database said, which may quote data. Any other failure
 * is left to it.
 */
public class LeftToNextRound {
  @AroundTimeout
  Object round(InvocationContext timer) throws Exception {
    try {
      return timer.proceed();
    } catch (RuntimeException failure) {
      if (!DatabaseErrors.isOfDatabase(failure)) {
        throw failure;
      }
      FailureLog.failed("A timer's round", failure);
      return null;
    }
  }
}
