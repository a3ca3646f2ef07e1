package io.restante.queue;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.identifier.Identifiers;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;

/**
 * Shows single messages, and does what only administrators do to them. Showing locks and changes
 * nothing. Each act locks the queue's counters, is one transaction, and is audited in it.
 */
@Stateless
public class MessageAdministration {
  /** How many messages one transaction of a purge looks at. */
  static final int PIECE = 500;

  @Inject private JpaQueueStore store;
  @Inject private JpaMessageStore messages;
  @Inject private JpaMessageListStore lists;
  @Inject private QueueLedgers ledgers;
  @Inject private QueueTransaction transactions;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  /**
   * What a purge has done, and how many it left where they are.
   *
   * @param before the cut
   */
  public record Purged(Instant before, long purged, long leased, long parked, boolean hasMore) {}

  /** A message with the reason why it is not handed out. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public MessageDetails inspect(Caller caller, QueueAddress queue, String messageId) {
    QueueEntry entry = require(caller, Capability.QUEUE_INSPECT, queue);
    QueueMessage message = find(entry, messageId);
    QueueState state = store.read(entry).orElseThrow(NotFoundException::new);
    return message.details(hindrance(entry, state, message));
  }

  /** The id of a queue whose messages the caller may see. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public long requireInspector(Caller caller, QueueAddress queue) {
    return require(caller, Capability.QUEUE_INSPECT, queue).id();
  }

  /** The id of a queue whose dead letters the caller may see. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public long requireReader(Caller caller, QueueAddress queue) {
    return require(caller, Capability.DEADLETTER_READ, queue).id();
  }

  /**
   * Messages in the order in which they were sent.
   *
   * @param state null for all
   * @param after the position of the page before, or 0
   */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public MessagePage list(
      Caller caller, QueueAddress queue, MessageState state, long after, int limit) {
    long id = require(caller, Capability.QUEUE_INSPECT, queue).id();
    List<QueueMessage> found =
        state == null ? lists.page(id, after, limit + 1) : lists.page(id, state, after, limit + 1);
    return page(found, after, limit, QueueMessage::sequence);
  }

  /** Dead letters in the order in which they were parked. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public MessagePage deadLetters(Caller caller, QueueAddress queue, long after, int limit) {
    long id = require(caller, Capability.DEADLETTER_READ, queue).id();
    return page(
        lists.parked(id, after, Long.MAX_VALUE, limit + 1),
        after,
        limit,
        QueueMessage::parkedSequence);
  }

  /**
   * Begins a parked message anew.
   *
   * @param notBefore null for at once
   * @throws RestanteException REVISION_CONFLICT, CONFLICT
   */
  public MessageDetails redrive(
      Caller caller,
      QueueAddress queue,
      String messageId,
      MessageVersion expected,
      Instant notBefore) {
    return act(
        caller,
        Capability.DEADLETTER_REDRIVE,
        "message.redrive",
        queue,
        messageId,
        (open, message) -> open.redrive(message, expected, notBefore));
  }

  /**
   * Takes a message out, wherever it is.
   *
   * @throws RestanteException REVISION_CONFLICT or CONFLICT; what it is instead, both say
   */
  public MessageDetails cancel(
      Caller caller, QueueAddress queue, String messageId, MessageVersion expected) {
    return act(
        caller,
        Capability.QUEUE_CANCEL,
        "message.cancel",
        queue,
        messageId,
        (open, message) -> open.cancel(message, expected));
  }

  /**
   * Parks a message that waits for room.
   *
   * @throws RestanteException REVISION_CONFLICT; CONFLICT if it does not wait, or its time is over;
   *     RESOURCE_EXHAUSTED if there is no room
   */
  public MessageDetails park(
      Caller caller, QueueAddress queue, String messageId, MessageVersion expected) {
    return act(
        caller,
        Capability.DEADLETTER_REDRIVE,
        "message.park",
        queue,
        messageId,
        (open, message) -> open.park(message, expected));
  }

  /** Whether the caller may purge. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void requirePurger(Caller caller, QueueAddress queue) {
    require(caller, Capability.QUEUE_MANAGE, queue);
  }

  /** One piece of a purge, in a transaction of its own. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public PurgePiece purge(QueueAddress queue, Instant before, PurgePiece last) {
    QueueEntry entry = store.find(queue).orElseThrow(NotFoundException::new);
    QueueLedger ledger = ledgers.open(entry);
    OpenQueue open = ledger.queue(entry);
    List<QueueMessage> found = lists.page(entry.id(), last.state(), last.after(), PIECE);
    int purged = 0;
    for (QueueMessage read : found) {
      purged += open.purge(read, before) ? 1 : 0;
    }
    transactions.close(ledger);
    return last.next(found, before, purged);
  }

  /** What stays, and the record of a purge. */
  public Purged recordPurge(
      Caller caller, QueueAddress queue, Instant before, long purged, boolean hasMore) {
    QueueEntry entry = store.find(queue).orElseThrow(NotFoundException::new);
    Map<MessageState, Long> staying = lists.staying(entry.id(), before);
    long leased = staying.getOrDefault(MessageState.LEASED, 0L);
    long parked =
        staying.getOrDefault(MessageState.DEAD_LETTERED, 0L)
            + staying.getOrDefault(MessageState.PENDING_DEAD_LETTER, 0L);
    audit.record(
        AuditEntry.of(caller.principalId(), "queue.purge")
            .in(queue.domain())
            .on(queue.resource())
            .withDetail("before " + before + ", purged " + purged));
    return new Purged(before, purged, leased, parked, hasMore);
  }

  private MessageDetails act(
      Caller caller,
      Capability needed,
      String action,
      QueueAddress queue,
      String messageId,
      BiConsumer<OpenQueue, QueueMessage> act) {
    QueueEntry entry = require(caller, needed, queue);
    Identifiers.require("message", messageId);
    QueueLedger ledger = ledgers.open(entry);
    OpenQueue open = ledger.queue(entry);
    QueueMessage message = open.require(messageId);
    act.accept(open, message);
    transactions.close(ledger);
    audit.record(
        AuditEntry.of(caller.principalId(), action)
            .in(queue.domain())
            .on(queue.resource())
            .withDetail("message " + messageId + ", version " + message.stateVersion()));
    return message.details(null);
  }

  private QueueEntry require(Caller caller, Capability needed, QueueAddress queue) {
    access.require(caller, needed, queue.domain(), queue.resource());
    return store.find(queue).orElseThrow(NotFoundException::new);
  }

  private QueueMessage find(QueueEntry queue, String messageId) {
    return messages
        .message(new SentId(queue.id(), Identifiers.require("message", messageId)))
        .orElseThrow(NotFoundException::new);
  }

  private Hindrance hindrance(QueueEntry entry, QueueState queue, QueueMessage message) {
    if (message.state() != MessageState.READY) {
      return message.hindrance(queue.policy(), queue.counters());
    }
    if (message.isExpired(clock.instant())) {
      return Hindrance.of(Hindrance.Why.OVERDUE);
    }
    if (queue.drifted()) {
      return Hindrance.of(Hindrance.Why.DRIFTED);
    }
    if (queue.paused()) {
      return Hindrance.of(Hindrance.Why.PAUSED);
    }
    if (queue.policy().ordering() == QueueOrdering.STRICT_PER_KEY) {
      String head =
          lists
              .head(entry.id(), message.orderingKey())
              .map(QueueMessage::messageId)
              .orElse(message.messageId());
      if (!head.equals(message.messageId())) {
        return Hindrance.behind(head);
      }
    }
    return message.hindrance(queue.policy(), queue.counters());
  }

  private static MessagePage page(
      List<QueueMessage> found, long after, int limit, ToLongFunction<QueueMessage> place) {
    List<QueueMessage> taken = found.subList(0, Math.min(found.size(), limit));
    return new MessagePage(
        taken.stream().map(message -> message.details(null)).toList(),
        taken.isEmpty() ? after : place.applyAsLong(taken.get(taken.size() - 1)),
        found.size() > limit);
  }
}
