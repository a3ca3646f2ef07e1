package io.restante.queue;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a transaction does to messages, of all its queues, until it is written: one statement for
 * each kind. Every message of the transaction is here once, whoever finds it again.
 */
final class QueueChanges {
  private final JpaMessageStore store;
  private final Map<MessageKey, QueueMessage> known = new HashMap<>();
  private final Set<QueueMessage> added = new LinkedHashSet<>();
  private final Map<MessageKey, StoredBody> bodies = new LinkedHashMap<>();
  private final Set<QueueMessage> changed = new LinkedHashSet<>();
  private final Set<MessageKey> finished = new LinkedHashSet<>();

  QueueChanges(JpaMessageStore store) {
    this.store = store;
  }

  /** The message as this transaction has it, for one that was read. */
  QueueMessage known(QueueMessage read) {
    QueueMessage earlier = known.putIfAbsent(read.key(), read);
    return earlier == null ? read : earlier;
  }

  /** A new message. */
  void add(QueueMessage message, StoredBody body) {
    known.put(message.key(), message);
    added.add(message);
    bodies.put(message.key(), body);
  }

  /** A message that was read, or added, and is another now. */
  void change(QueueMessage message) {
    if (!added.contains(message)) {
      changed.add(message);
    }
    if (message.state().isTerminal()) {
      finished.add(message.key());
    }
  }

  /**
   * Writes what changes what may be handed out. Acknowledgements do not, since what is acknowledged
   * was leased: they are written with what is handed out next, in one statement.
   */
  void writeDeliverable() {
    insert();
    if (changed.stream().anyMatch(message -> message.state() != MessageState.ACKED)) {
      write();
    }
  }

  /** Writes what is not written yet; what is read afterwards has it. */
  void write() {
    insert();
    store.update(changed);
    changed.clear();
    store.deleteBodies(finished);
    finished.clear();
  }

  private void insert() {
    store.insert(added, bodies);
    added.clear();
    bodies.clear();
  }
}
