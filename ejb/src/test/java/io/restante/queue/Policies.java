package io.restante.queue;

/** Policies that tests want. */
final class Policies {
  private Policies() {}

  /** The default one, but for messages of 1 MiB. */
  static QueuePolicy ofLargeMessages() {
    QueuePolicy d = QueuePolicy.DEFAULT;
    return ofBytes(d.maxStoredBytes(), d.maxInFlightBytes(), null, QueuePolicy.LARGEST_PAYLOAD);
  }

  static QueuePolicy with(int attempts, RetryJitter jitter, Long deadLetters, long stored) {
    QueuePolicy d = QueuePolicy.DEFAULT;
    return new QueuePolicy(
        attempts,
        stored,
        d.maxStoredBytes(),
        d.maxInFlightMessages(),
        d.maxInFlightBytes(),
        d.maxLeaseSeconds(),
        d.retryBaseMillis(),
        d.retryMaxMillis(),
        d.retryFactor(),
        jitter,
        deadLetters,
        null,
        d.ordering(),
        d.parkedHead(),
        d.payloadLimitBytes());
  }

  /** With limits in bytes. */
  static QueuePolicy ofBytes(long stored, long inFlight, Long deadLetters, int payloadLimit) {
    return ofBytes(QueuePolicy.DEFAULT, stored, inFlight, deadLetters, payloadLimit);
  }

  /** The same, the rest as it is. */
  static QueuePolicy ofBytes(
      QueuePolicy d, long stored, long inFlight, Long deadLetters, int payloadLimit) {
    return new QueuePolicy(
        d.maxAttempts(),
        d.maxStoredMessages(),
        stored,
        d.maxInFlightMessages(),
        inFlight,
        d.maxLeaseSeconds(),
        d.retryBaseMillis(),
        d.retryMaxMillis(),
        d.retryFactor(),
        d.retryJitter(),
        d.maxDeadLetterMessages(),
        deadLetters,
        d.ordering(),
        d.parkedHead(),
        payloadLimit);
  }
}
