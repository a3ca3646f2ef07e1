package io.restante.queue;

import io.restante.database.Row;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.json.stream.JsonGenerator;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/**
 * How much a queue holds, and its next sequences. Changed only under the lock of its row, in the
 * transaction that changes the messages, so it equals their sums at every commit. Written by {@link
 * JpaQueueStore#saveUsage}, one statement for all queues of a transaction.
 */
@Entity
@Table(name = "queue_counter")
class QueueUsage {
  static final List<String> COLUMNS =
      List.of(
          "queue_id",
          "stored_messages",
          "stored_bytes",
          "in_flight_messages",
          "in_flight_bytes",
          "dead_letter_messages",
          "dead_letter_bytes",
          "next_sequence",
          "next_ready_sequence",
          "next_parked_sequence",
          "next_fence",
          "drifted_at");

  @Id
  @Column(name = "queue_id")
  private long queueId;

  @Column(name = "stored_messages", updatable = false)
  private long storedMessages;

  @Column(name = "stored_bytes", updatable = false)
  private long storedBytes;

  @Column(name = "in_flight_messages", updatable = false)
  private long inFlightMessages;

  @Column(name = "in_flight_bytes", updatable = false)
  private long inFlightBytes;

  @Column(name = "dead_letter_messages", updatable = false)
  private long deadLetterMessages;

  @Column(name = "dead_letter_bytes", updatable = false)
  private long deadLetterBytes;

  @Column(name = "next_sequence", updatable = false)
  private long nextSequence = 1;

  @Column(name = "next_ready_sequence", updatable = false)
  private long nextReadySequence = 1;

  @Column(name = "next_parked_sequence", updatable = false)
  private long nextParkedSequence = 1;

  @Column(name = "next_fence", updatable = false)
  private long nextFence = 1;

  /** Since when it is known to contradict the messages; set and cleared by the check. */
  @Column(name = "drifted_at", updatable = false)
  private Instant driftedAt;

  protected QueueUsage() {}

  QueueUsage(long queueId) {
    this.queueId = queueId;
  }

  /** As it is stored, from the next column on: {@link #COLUMNS}. */
  QueueUsage(Row row) throws SQLException {
    queueId = row.number();
    storedMessages = row.number();
    storedBytes = row.number();
    inFlightMessages = row.number();
    inFlightBytes = row.number();
    deadLetterMessages = row.number();
    deadLetterBytes = row.number();
    nextSequence = row.number();
    nextReadySequence = row.number();
    nextParkedSequence = row.number();
    nextFence = row.number();
    driftedAt = row.instant();
  }

  long queueId() {
    return queueId;
  }

  boolean hasDrifted() {
    return driftedAt != null;
  }

  /**
   * @throws RestanteException RECOVERY_REQUIRED if it is known to contradict the messages
   */
  void requireSound() {
    if (driftedAt != null) {
      throw new RestanteException(
          ErrorCode.RECOVERY_REQUIRED,
          "The counters of the queue contradict its messages; it has to be repaired.",
          ContradictionException.REPAIR);
    }
  }

  QueueCounters counters() {
    return new QueueCounters(
        storedMessages,
        storedBytes,
        inFlightMessages,
        inFlightBytes,
        deadLetterMessages,
        deadLetterBytes);
  }

  void writeTo(JsonGenerator json) {
    json.writeStartArray()
        .write(queueId)
        .write(storedMessages)
        .write(storedBytes)
        .write(inFlightMessages)
        .write(inFlightBytes)
        .write(deadLetterMessages)
        .write(deadLetterBytes)
        .write(nextSequence)
        .write(nextReadySequence)
        .write(nextParkedSequence)
        .write(nextFence)
        .writeEnd();
  }

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

  /** Whether it has room for one more message. */
  boolean hasRoom(long bytes, QueuePolicy policy) {
    return storedMessages < policy.maxStoredMessages()
        && bytes <= policy.maxStoredBytes() - storedBytes;
  }

  /**
   * @throws RestanteException RESOURCE_EXHAUSTED if the queue has no room for the message
   */
  void store(long bytes, QueuePolicy policy) {
    if (!hasRoom(bytes, policy)) {
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

  /** How many more may be leased, if they are small enough; none if there is no room for bytes. */
  long freeInFlight(QueuePolicy policy) {
    return freeBytesInFlight(policy) > 0 ? policy.maxInFlightMessages() - inFlightMessages : 0;
  }

  /** Of how many bytes they may be; less than none after the limit was lowered. */
  long freeBytesInFlight(QueuePolicy policy) {
    return policy.maxInFlightBytes() - inFlightBytes;
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
      throw new ContradictionException();
    }
  }
}
