package io.restante.queue;

import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.outbox.Outbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The locked queues of one transaction and what is known of the messages in question, brought up to
 * date with each decision, so that later decisions of the transaction see the earlier ones.
 */
final class QueueLedger {
  private final QueueLedgers beans;
  private final QueueChanges changes;
  private final MessageBodies bodies;
  private final Map<Long, OpenQueue> queues = new TreeMap<>();
  private final Set<Long> contended = new HashSet<>();
  private final Set<SentId> taken = new HashSet<>();
  private final Map<MessageKey, QueueMessage> messages = new HashMap<>();
  private final Map<QueueReceipt.Key, QueueReceipt> receipts = new HashMap<>();
  private final List<QueueReceipt> newReceipts = new ArrayList<>();
  private ContradictionException contradiction;
  private Instant now;

  QueueLedger(QueueLedgers beans) {
    this.beans = beans;
    this.changes = new QueueChanges(beans.messages());
    this.bodies = new MessageBodies(beans.messages()::bodies);
  }

  /**
   * Locks the queues, in ascending order of id, and reads what is known of the rest. Whatever is
   * decided is decided for the time when they were locked: before that others had them, perhaps for
   * seconds, in which a lease would have run already.
   *
   * @param waiting whether to wait for queues that somebody else has locked
   */
  QueueLedger open(
      boolean waiting,
      Collection<QueueEntry> entries,
      Collection<SentId> sentIds,
      Collection<MessageKey> keys,
      Collection<QueueReceipt.Key> receiptKeys) {
    Map<Long, QueueEntry> wanted =
        entries.stream()
            .collect(
                Collectors.toMap(
                    QueueEntry::id, entry -> entry, (one, other) -> one, TreeMap::new));
    SortedSet<Long> ids = new TreeSet<>(wanted.keySet());
    List<JpaQueueStore.Locked> all = beans.queues().lock(ids, waiting);
    now = beans.clock().instant();
    for (JpaQueueStore.Locked locked : all) {
      long id = locked.usage().queueId();
      queues.put(id, new OpenQueue(wanted.get(id), locked, this));
    }
    ids.removeAll(queues.keySet());
    if (!waiting && !ids.isEmpty()) {
      contended.addAll(beans.queues().existing(ids));
    }
    taken.addAll(messages().taken(sentIds));
    messages().messages(keys).forEach(this::know);
    beans.receipts().find(receiptKeys).forEach(receipt -> receipts.put(receipt.key(), receipt));
    return this;
  }

  /** Whether one of them exists, but somebody else has locked it. */
  boolean isContended(Collection<QueueEntry> entries) {
    return entries.stream().map(QueueEntry::id).anyMatch(contended::contains);
  }

  /** When the queues were locked. */
  Instant now() {
    return now;
  }

  QueueChanges changes() {
    return changes;
  }

  MessageBodies bodies() {
    return bodies;
  }

  JpaMessageStore messages() {
    return beans.messages();
  }

  MessageSeal seal() {
    return beans.seal();
  }

  RandomGenerator random() {
    return beans.random();
  }

  /**
   * @throws NotFoundException if the queue was deleted meanwhile
   * @throws RestanteException RECOVERY_REQUIRED if it takes no writes
   */
  OpenQueue queue(QueueEntry entry) {
    OpenQueue queue = queues.get(entry.id());
    if (queue == null) {
      throw new NotFoundException();
    }
    queue.usage().requireSound();
    return queue;
  }

  /** The queue, sound or not, unless it was deleted meanwhile. */
  Optional<OpenQueue> find(QueueEntry entry) {
    return Optional.ofNullable(queues.get(entry.id()));
  }

  /** Whether a message of the queue has the id. */
  boolean isTaken(SentId id) {
    return taken.contains(id);
  }

  void take(SentId id) {
    taken.add(id);
  }

  Optional<QueueMessage> message(MessageKey key) {
    return Optional.ofNullable(messages.get(key));
  }

  Optional<QueueReceipt> receipt(QueueReceipt.Key key) {
    return Optional.ofNullable(receipts.get(key));
  }

  void keep(QueueReceipt receipt) {
    receipts.put(receipt.key(), receipt);
    newReceipts.add(receipt);
  }

  /**
   * Decides something, and remembers it if counters contradict the messages: what was changed until
   * then must not be committed.
   */
  <T> T decide(Supplier<T> decision) {
    try {
      return decision.get();
    } catch (ContradictionException met) {
      contradiction = met;
      throw met;
    }
  }

  /** The queues that have something to hand out which they had not before. */
  Set<Long> grown() {
    return queues.entrySet().stream()
        .filter(queue -> queue.getValue().hasGrown())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /**
   * Writes what is left to write.
   *
   * @throws RestanteException RECOVERY_REQUIRED if a decision met counters that contradict the
   *     messages
   */
  void close() {
    if (contradiction != null) {
      throw contradiction;
    }
    queues.values().forEach(OpenQueue::settleKeys);
    changes.write();
    List<OpenQueue> touched = queues.values().stream().filter(OpenQueue::isTouched).toList();
    beans.queues().saveUsage(touched.stream().map(OpenQueue::usage).toList());
    beans.receipts().insert(newReceipts);
    newReceipts.clear();
    outbox().insert(touched.stream().flatMap(queue -> queue.intents().stream()).toList());
  }

  private Outbox outbox() {
    return beans.outbox();
  }

  private void know(QueueMessage message) {
    messages.put(message.key(), changes.known(message));
  }
}
