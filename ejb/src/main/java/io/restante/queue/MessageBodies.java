package io.restante.queue;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The bodies that one transaction has in memory, of all its queues: those that it hands out, and
 * those that it read to decide on. Together they are at most {@link #MOST}; what was read and is
 * not decided yet is forgotten if room is needed, and read again when its turn comes.
 */
final class MessageBodies {
  /** As they count against the limits of queues; no receive asks for more. */
  static final long MOST = ReceiveRequest.MAX_BYTES;

  private final Source source;
  private final Map<MessageKey, Held> held = new HashMap<>();
  private long heldBytes;
  private long givenBytes;

  /** Where they are read from: those that are there, in one statement. */
  interface Source {
    Map<MessageKey, SealedBody> read(Collection<MessageKey> messages);
  }

  /**
   * What was found of a message.
   *
   * @param body null if it is not there
   */
  private record Held(int bytes, SealedBody body) {}

  MessageBodies(Source source) {
    this.source = source;
  }

  /** How much more may be handed out, and so is worth reading. */
  long room() {
    return Math.max(0, MOST - givenBytes);
  }

  /** Whether so much more may be handed out; the first of a transaction always may. */
  boolean hasRoomFor(long bytes) {
    return givenBytes == 0 || bytes <= room();
  }

  /** Of what was handed out, and of what was read and is not decided. */
  long bytesInMemory() {
    return givenBytes + heldBytes;
  }

  /** Room for as much as {@link #room} says, or less, that a statement is about to read. */
  void makeRoom(long bytes) {
    if (bytesInMemory() + bytes > MOST) {
      held.clear();
      heldBytes = 0;
    }
  }

  /**
   * What a statement has read.
   *
   * @param body null if it is not there
   */
  void hold(QueueMessage message, SealedBody body) {
    held.put(message.key(), new Held(message.bytes(), body));
    heldBytes += message.bytes();
  }

  /** Whether it was looked for, and not forgotten since. */
  boolean isKnown(QueueMessage message) {
    return held.containsKey(message.key());
  }

  /** Reads the bodies of the messages that are not known, all at once. */
  void read(List<QueueMessage> messages) {
    makeRoom(missing(messages).stream().mapToLong(QueueMessage::bytes).sum());
    List<QueueMessage> missing = missing(messages);
    Map<MessageKey, SealedBody> found =
        source.read(missing.stream().map(QueueMessage::key).toList());
    missing.forEach(message -> hold(message, found.get(message.key())));
  }

  /** The body of one that is known, unless it is not there. */
  Optional<SealedBody> body(QueueMessage message) {
    return Optional.ofNullable(held.get(message.key()).body());
  }

  /** It is handed out. */
  void give(QueueMessage message) {
    drop(message);
    givenBytes += message.bytes();
  }

  /** It is not needed any more. */
  void drop(QueueMessage message) {
    Held dropped = held.remove(message.key());
    heldBytes -= dropped == null ? 0 : dropped.bytes();
  }

  private List<QueueMessage> missing(List<QueueMessage> messages) {
    return messages.stream().filter(message -> !isKnown(message)).toList();
  }
}
