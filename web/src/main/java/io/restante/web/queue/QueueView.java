package io.restante.web.queue;

import io.restante.queue.ParkedHead;
import io.restante.queue.QueueCounters;
import io.restante.queue.QueueOrdering;
import io.restante.queue.QueuePolicy;
import io.restante.queue.QueueState;
import io.restante.queue.RetryJitter;
import java.time.Instant;

/**
 * A queue as its manager sees it.
 *
 * @param drifted whether its counters contradict its messages, so that it takes no writes
 */
public record QueueView(
    String domain,
    String queue,
    int maxAttempts,
    long maxStoredMessages,
    long maxStoredBytes,
    long maxInFlightMessages,
    long maxInFlightBytes,
    int maxLeaseSeconds,
    long retryBaseMillis,
    long retryMaxMillis,
    double retryFactor,
    RetryJitter retryJitter,
    Long maxDeadLetterMessages,
    Long maxDeadLetterBytes,
    QueueOrdering ordering,
    ParkedHead parkedHead,
    int payloadLimitBytes,
    boolean paused,
    boolean drifted,
    long storedMessages,
    long storedBytes,
    long inFlightMessages,
    long inFlightBytes,
    long deadLetterMessages,
    long deadLetterBytes,
    Instant createdAt) {
  static QueueView of(QueueState state) {
    QueuePolicy policy = state.policy();
    QueueCounters counters = state.counters();
    return new QueueView(
        state.address().domain(),
        state.address().queue(),
        policy.maxAttempts(),
        policy.maxStoredMessages(),
        policy.maxStoredBytes(),
        policy.maxInFlightMessages(),
        policy.maxInFlightBytes(),
        policy.maxLeaseSeconds(),
        policy.retryBaseMillis(),
        policy.retryMaxMillis(),
        policy.retryFactor(),
        policy.retryJitter(),
        policy.maxDeadLetterMessages(),
        policy.maxDeadLetterBytes(),
        policy.ordering(),
        policy.parkedHead(),
        policy.payloadLimitBytes(),
        state.paused(),
        state.drifted(),
        counters.storedMessages(),
        counters.storedBytes(),
        counters.inFlightMessages(),
        counters.inFlightBytes(),
        counters.deadLetterMessages(),
        counters.deadLetterBytes(),
        state.createdAt());
  }
}
