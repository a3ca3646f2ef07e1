package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;

/**
 * How much a queue holds, and its next sequences. Changed only under the lock of its row, in the
 * transaction that changes the messages, so it equals their sums at every commit.
 */
final class QueueUsage {
  /** When it is worth asking again for what needs an administrator first. */
  private static final Duration REPAIR = Duration.ofMinutes(1);

  private long storedMessages;
  private long storedBytes;
  private long inFlightMessages;
  private long inFlightBytes;
  private long deadLetterMessages;
  private long deadLetterBytes;
  private long nextSequence = 1;
  private long nextReadySequence = 1;
  private long nextParkedSequence = 1;
  private long nextFence = 1;

  boolean isEmpty() {
    return storedMessages == 0;
  }

  long storedMessages() {
    return storedMessages;
  }

  long storedBytes() {
    return storedBytes;
  }

  long inFlightMessages() {
    return inFlightMessages;
  }

  long inFlightBytes() {
    return inFlightBytes;
  }

  long deadLetterMessages() {
    return deadLetterMessages;
  }

  long deadLetterBytes() {
    return deadLetterBytes;
  }

  /** The place of a message among all that were ever sent. */
  long takeSequence() {
    return nextSequence++;
  }

  /** The place behind all that are ready. */
  long takeReadySequence() {
    return nextReadySequence++;
  }

  /** The place behind all that are parked. */
  long takeParkedSequence() {
    return nextParkedSequence++;
  }

  /** Higher than that of any lease before. */
  long takeFence() {
    return nextFence++;
  }

  /**
   * @throws RestanteException RESOURCE_EXHAUSTED if the queue has no room for the message
   */
  void store(long bytes, QueuePolicy policy) {
    if (storedMessages >= policy.maxStoredMessages()
        || bytes > policy.maxStoredBytes() - storedBytes) {
      throw new RestanteException(ErrorCode.RESOURCE_EXHAUSTED, "The queue is full.");
    }
    storedMessages++;
    storedBytes += bytes;
  }

  void discharge(long bytes) {
    requireCovered(storedMessages > inFlightMessages && storedBytes - inFlightBytes >= bytes);
    storedMessages--;
    storedBytes -= bytes;
  }

  /** Whether one more may be leased. */
  boolean hasRoomInFlight(long bytes, QueuePolicy policy) {
    return inFlightMessages < policy.maxInFlightMessages()
        && bytes <= policy.maxInFlightBytes() - inFlightBytes;
  }

  void lease(long bytes) {
    inFlightMessages++;
    inFlightBytes += bytes;
  }

  void endLease(long bytes) {
    requireCovered(inFlightMessages > 0 && inFlightBytes >= bytes);
    inFlightMessages--;
    inFlightBytes -= bytes;
  }

  /** Whether one more may be parked. */
  boolean hasRoomToPark(long bytes, QueuePolicy policy) {
    return deadLetterMessages < policy.deadLetterMessages()
        && bytes <= policy.deadLetterBytes() - deadLetterBytes;
  }

  void park(long bytes) {
    deadLetterMessages++;
    deadLetterBytes += bytes;
  }

  void unpark(long bytes) {
    requireCovered(deadLetterMessages > 0 && deadLetterBytes >= bytes);
    deadLetterMessages--;
    deadLetterBytes -= bytes;
  }

  private static void requireCovered(boolean covered) {
    if (!covered) {
      throw new RestanteException(
          ErrorCode.RECOVERY_REQUIRED,
          "The counters of the queue contradict its messages.",
          REPAIR);
    }
  }
}
