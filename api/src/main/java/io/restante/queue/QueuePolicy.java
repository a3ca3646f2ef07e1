package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * What a queue allows. Impossible combinations are refused, never ignored.
 *
 * @param maxAttempts how often a message is handed out before it is parked, 1 to 1,000
 * @param maxStoredMessages messages that are not at their end, parked ones included
 * @param maxStoredBytes their bodies, as they are stored
 * @param maxInFlightMessages messages that are leased
 * @param maxInFlightBytes their bodies
 * @param maxLeaseSeconds the longest lease, 1 to 43,200
 * @param retryBaseMillis the delay after the first attempt
 * @param retryMaxMillis the longest delay, at least the first
 * @param retryFactor by which it grows from attempt to attempt, above 0
 * @param maxDeadLetterMessages parked messages: a share of the stored ones, null for all of them
 * @param maxDeadLetterBytes their bodies, likewise
 * @param parkedHead BLOCK only with STRICT_PER_KEY
 * @param payloadLimitBytes the largest body, payload and headers, 1 byte to 1 MiB
 */
public record QueuePolicy(
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
    int payloadLimitBytes) {

  /** What a queue has that was made without a word. */
  public static final QueuePolicy DEFAULT =
      new QueuePolicy(
          5,
          100_000,
          1L << 30,
          1_000,
          64L << 20,
          300,
          1_000,
          300_000,
          2,
          RetryJitter.NONE,
          null,
          null,
          QueueOrdering.COMPETING,
          ParkedHead.CONTINUE,
          256 << 10);

  private static final int MOST_ATTEMPTS = 1_000;
  private static final int LONGEST_LEASE = 43_200;
  private static final int LARGEST_PAYLOAD = 1 << 20;

  /**
   * @throws ValidationFailedException if it is impossible
   */
  public QueuePolicy {
    requireWithin("maxAttempts", maxAttempts, 1, MOST_ATTEMPTS);
    requireWithin("maxStoredMessages", maxStoredMessages, 1, Long.MAX_VALUE);
    requireWithin("maxStoredBytes", maxStoredBytes, 1, Long.MAX_VALUE);
    requireWithin("maxInFlightMessages", maxInFlightMessages, 1, Long.MAX_VALUE);
    requireWithin("maxInFlightBytes", maxInFlightBytes, 1, Long.MAX_VALUE);
    requireWithin("maxLeaseSeconds", maxLeaseSeconds, 1, LONGEST_LEASE);
    requireWithin("retryBaseMillis", retryBaseMillis, 1, Long.MAX_VALUE);
    requireWithin("retryMaxMillis", retryMaxMillis, retryBaseMillis, Long.MAX_VALUE);
    requireWithin("payloadLimitBytes", payloadLimitBytes, 1, LARGEST_PAYLOAD);
    if (!(retryFactor > 0) || Double.isInfinite(retryFactor)) {
      throw new ValidationFailedException("retryFactor", "must be above 0");
    }
    requireShare("maxDeadLetterMessages", maxDeadLetterMessages, maxStoredMessages);
    requireShare("maxDeadLetterBytes", maxDeadLetterBytes, maxStoredBytes);
    Objects.requireNonNull(retryJitter);
    if (parkedHead == ParkedHead.BLOCK && ordering != QueueOrdering.STRICT_PER_KEY) {
      throw new ValidationFailedException("parkedHead", "BLOCK needs ordering STRICT_PER_KEY");
    }
  }

  /** How many messages may be parked. */
  public long deadLetterMessages() {
    return maxDeadLetterMessages == null ? maxStoredMessages : maxDeadLetterMessages;
  }

  /** How many bytes may be parked. */
  public long deadLetterBytes() {
    return maxDeadLetterBytes == null ? maxStoredBytes : maxDeadLetterBytes;
  }

  /**
   * Refuses a change that would reorder what is there.
   *
   * @throws RestanteException CONFLICT if messages are stored and the order would be another
   */
  public void requireChangeable(QueuePolicy wanted, boolean empty) {
    if (!empty && (ordering != wanted.ordering || parkedHead != wanted.parkedHead)) {
      throw new RestanteException(
          ErrorCode.CONFLICT, "The order of a queue that holds messages cannot be changed.");
    }
  }

  /**
   * @return the length itself
   * @throws ValidationFailedException if it is absent, or a lease may not last so long
   */
  public Duration requireLease(Duration length) {
    if (length == null) {
      throw new ValidationFailedException("leaseSeconds", "is required");
    }
    requireWithin("leaseSeconds", length.toSeconds(), 1, maxLeaseSeconds);
    return length;
  }

  /** How long a message waits after an attempt, without jitter; never more than the longest. */
  public Duration delay(int attempts) {
    double grown = retryBaseMillis * Math.pow(retryFactor, attempts - 1.0);
    return Duration.ofMillis(grown < retryMaxMillis ? Math.max(1, (long) grown) : retryMaxMillis);
  }

  /** The same with jitter, drawn now: whoever asks has to keep it. */
  public Duration drawDelay(int attempts, RandomGenerator random) {
    Duration delay = delay(attempts);
    return retryJitter == RetryJitter.NONE
        ? delay
        : Duration.ofMillis(1 + random.nextLong(delay.toMillis()));
  }

  private static void requireWithin(String field, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ValidationFailedException(
          field,
          most == Long.MAX_VALUE
              ? "must be at least " + least
              : "must be " + least + " to " + most);
    }
  }

  private static void requireShare(String field, Long share, long whole) {
    if (share != null) {
      requireWithin(field, share, 1, whole);
    }
  }
}
