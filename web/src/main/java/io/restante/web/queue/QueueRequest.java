package io.restante.web.queue;

import io.restante.queue.ParkedHead;
import io.restante.queue.QueueOrdering;
import io.restante.queue.QueuePolicy;
import io.restante.queue.RetryJitter;

/** A policy to make or change a queue with; what is absent stays as it is, or is the default. */
public record QueueRequest(
    Integer maxAttempts,
    Long maxStoredMessages,
    Long maxStoredBytes,
    Long maxInFlightMessages,
    Long maxInFlightBytes,
    Integer maxLeaseSeconds,
    Long retryBaseMillis,
    Long retryMaxMillis,
    Double retryFactor,
    RetryJitter retryJitter,
    Long maxDeadLetterMessages,
    Long maxDeadLetterBytes,
    QueueOrdering ordering,
    ParkedHead parkedHead,
    Integer payloadLimitBytes) {
  QueuePolicy over(QueuePolicy present) {
    return new QueuePolicy(
        or(maxAttempts, present.maxAttempts()),
        or(maxStoredMessages, present.maxStoredMessages()),
        or(maxStoredBytes, present.maxStoredBytes()),
        or(maxInFlightMessages, present.maxInFlightMessages()),
        or(maxInFlightBytes, present.maxInFlightBytes()),
        or(maxLeaseSeconds, present.maxLeaseSeconds()),
        or(retryBaseMillis, present.retryBaseMillis()),
        or(retryMaxMillis, present.retryMaxMillis()),
        or(retryFactor, present.retryFactor()),
        or(retryJitter, present.retryJitter()),
        or(maxDeadLetterMessages, present.maxDeadLetterMessages()),
        or(maxDeadLetterBytes, present.maxDeadLetterBytes()),
        or(ordering, present.ordering()),
        or(parkedHead, present.parkedHead()),
        or(payloadLimitBytes, present.payloadLimitBytes()));
  }

  private static <T> T or(T wanted, T present) {
    return wanted == null ? present : wanted;
  }
}
