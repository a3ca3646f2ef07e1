package io.restante.database;

import io.restante.start.Start;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundTimeout;
import jakarta.interceptor.InvocationContext;

/**
 * Around the rounds of a periodic timer. Before the application has started there is none: see
 * {@link io.restante.start.StartCompletion}. What the database does not take is left to the next
 * round, and told in one bounded line. The container would try again at once and log two stack
 * traces for every round of every timer, with what the database said, which may quote data. Any
 * other failure is left to it.
 */
public class LeftToNextRound {
  @Inject private Start start;

  @AroundTimeout
  Object round(InvocationContext timer) throws Exception {
    if (!start.isComplete()) {
      return null;
    }
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
