package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.outbox.OutboxIntent;
import io.restante.queue.ReadyMessages.Amount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A locked queue of a transaction. Every change of its messages goes through here, so that its
 * counters, the heads of its ordering keys and what is told of it afterwards follow.
 */
final class OpenQueue {
  /** How many that are due are taken at once. */
  static final int SWEEP = 256;

  private final QueueEntry entry;
  private final Queue queue;
  private final QueueUsage usage;
  private final QueuePolicy policy;
  private final QueueChanges changes;
  private final JpaMessageStore store;
  private final MessageSeal seal;
  private final RandomGenerator random;
  private final Instant now;
  private final MessageBodies bodies;
  private final ReadyMessages ready;
  private final Set<String> unsettledKeys = new HashSet<>();
  private final List<OutboxIntent> intents = new ArrayList<>();
  private final long inFlightBefore;
  private final boolean tightBefore;
  private boolean swept;
  private boolean touched;
  private boolean grown;

  OpenQueue(QueueEntry entry, JpaQueueStore.Locked locked, QueueLedger ledger) {
    this.entry = entry;
    this.queue = locked.queue();
    this.usage = locked.usage();
    this.policy = queue.policy();
    this.changes = ledger.changes();
    this.store = ledger.messages();
    this.seal = ledger.seal();
    this.random = ledger.random();
    this.now = ledger.now();
    this.bodies = ledger.bodies();
    this.ready = new ReadyMessages(this::load, bodies);
    // What this transaction does is due later than now.
    this.swept = locked.firstDue() == null || locked.firstDue().isAfter(now);
    this.inFlightBefore = usage.inFlightMessages();
    this.tightBefore = !usage.hasRoomInFlight(policy.payloadLimitBytes(), policy);
  }

  QueuePolicy policy() {
    return policy;
  }

  QueueUsage usage() {
    return usage;
  }

  Instant now() {
    return now;
  }

  /** Whether anything of it was changed. */
  boolean isTouched() {
    return touched;
  }

  /** Whether it has something to hand out that it had not before, or could not. */
  boolean hasGrown() {
    return grown || (tightBefore && usage.inFlightMessages() < inFlightBefore);
  }

  List<OutboxIntent> intents() {
    return intents;
  }

  /**
   * @throws RestanteException DISPATCH_PAUSED if nothing is handed out
   */
  void requireRunning() {
    queue.requireRunning();
  }

  /** Takes a message in whose id is not taken; what is over makes room if there is none. */
  QueueMessage enqueue(MessageTerms terms, StoredBody body) {
    if (!usage.hasRoom(terms.bytes(), policy)) {
      sweep(SWEEP);
    }
    QueueMessage message = new QueueMessage(terms, policy, usage, now);
    message.index(policy);
    changes.add(message, body);
    follow(message);
    return message;
  }

  /**
   * Settles a delivery, and says where its message is then.
   *
   * @param length of the lease, for RENEW
   * @param reason for NACK, or null
   */
  MessageState settle(
      QueueMessage message, Lease lease, Settlement settlement, Duration length, String reason) {
    switch (settlement) {
      case ACK -> message.ack(lease, usage, now);
      case NACK -> message.nack(lease, reason, policy, usage, random, now);
      case RENEW -> message.renew(lease, policy.requireLease(length), now);
      case RELEASE -> message.release(lease, usage, now);
    }
    changed(message);
    return message.state();
  }

  /** Does to messages that are due what time does, at most so many, and says to how many. */
  int sweep(int most) {
    changes.write();
    List<QueueMessage> due = store.due(entry.id(), now, most);
    for (QueueMessage read : due) {
      pass(changes.known(read));
    }
    return due.size();
  }

  /** Does to a message what time does. */
  void pass(QueueMessage message) {
    message.pass(policy, usage, random, now);
    changed(message);
  }

  /** Sets a message aside whose body does not open. */
  void condemn(QueueMessage message) {
    message.condemn(policy, usage);
    changed(message);
  }

  /** Hands a message out. */
  void claim(QueueMessage message, String holder, Duration length) {
    message.claim(holder, length, usage, now);
    changed(message);
  }

  boolean isExpired(QueueMessage message) {
    return message.isExpired(now);
  }

  boolean hasRoomInFlight(QueueMessage message) {
    return usage.hasRoomInFlight(message.bytes(), policy);
  }

  /** What more may be leased. */
  Amount freeInFlight() {
    return new Amount(usage.freeInFlight(policy), usage.freeBytesInFlight(policy));
  }

  /**
   * The body of a message in clear, unless it does not open.
   *
   * @throws io.restante.keys.MissingKeyException if this node lacks its key
   */
  Optional<MessageBody> open(QueueMessage message, SealedBody body) {
    return seal.open(entry.id(), message.messageId(), body);
  }

  /** Says what a receive of this transaction will ask for, before the first of them runs. */
  void expect(ReceiveRequest request) {
    ready.expect(request);
  }

  /** Its turn has come. */
  void begin(ReceiveRequest request) {
    ready.begin(request);
  }

  /**
   * Leases messages in their order, until there is none or the next one does not fit. What has
   * expired meanwhile, and what does not open, is moved out of the way, also if this is refused.
   *
   * @throws io.restante.keys.MissingKeyException if this node lacks the key of the first
   */
  Handout.Page receive(String holder, ReceiveRequest request) {
    requireRunning();
    Duration length = policy.requireLease(request.lease());
    if (bodies.room() == 0) {
      return Handout.Page.PUT_OFF;
    }
    sweepOnce();
    return new Handout(this, ready, bodies, holder, request, length).run();
  }

  /**
   * Deliveries that were given before.
   *
   * @throws RestanteException STALE_LEASE or LEASE_EXPIRED if one is not the caller's any more
   */
  Handout.Page again(List<DeliveryTokens.Claim> deliveries) {
    List<QueueMessage> messages = held(deliveries);
    if (!bodies.hasRoomFor(messages.stream().mapToLong(QueueMessage::bytes).sum())) {
      return Handout.Page.PUT_OFF;
    }
    bodies.read(messages);
    List<Leased> leased = new ArrayList<>();
    for (QueueMessage message : messages) {
      leased.add(
          Leased.of(
              message,
              bodies
                  .body(message)
                  .flatMap(found -> open(message, found))
                  .orElseThrow(
                      () ->
                          new RestanteException(
                              ErrorCode.STORAGE_DAMAGED, "The body of a message does not open."))));
      bodies.give(message);
    }
    return Handout.Page.of(leased);
  }

  /**
   * A message by the id that its producer gave it.
   *
   * @throws NotFoundException if there is none
   */
  QueueMessage require(String messageId) {
    return find(messageId).orElseThrow(NotFoundException::new);
  }

  Optional<QueueMessage> find(String messageId) {
    changes.write();
    return store.message(new SentId(entry.id(), messageId)).map(changes::known);
  }

  /** Begins a parked message anew. */
  void redrive(QueueMessage message, MessageVersion expected, Instant notBefore) {
    message.redrive(expected.stateVersion(), expected.generation(), notBefore, usage, now);
    changed(message);
  }

  /** Begins a parked message anew, unless its own time is over; says whether it did. */
  boolean redrive(QueueMessage read) {
    QueueMessage message = changes.known(read);
    if (message.isExpired(now)) {
      return false;
    }
    redrive(message, message.version(), null);
    return true;
  }

  /** Takes a message out. */
  void cancel(QueueMessage message, MessageVersion expected) {
    message.cancel(expected.stateVersion(), expected.generation(), usage, now);
    changed(message);
  }

  /** Parks a message that waited for room. */
  void park(QueueMessage message, MessageVersion expected) {
    message.parkPending(expected.stateVersion(), expected.generation(), policy, usage, now);
    changed(message);
  }

  /** Takes a message out that is ready or scheduled and was sent by then; says whether it was. */
  boolean purge(QueueMessage read, Instant before) {
    QueueMessage message = changes.known(read);
    boolean waits =
        message.state() == MessageState.READY || message.state() == MessageState.SCHEDULED;
    if (!waits || message.enqueuedAt().isAfter(before)) {
      return false;
    }
    cancel(message, message.version());
    return true;
  }

  /** When time changes the next message. */
  Optional<Instant> nextDue() {
    changes.write();
    return store.nextDue(entry.id(), now);
  }

  /** A message was changed: what follows from that. */
  void changed(QueueMessage message) {
    message.index(policy);
    changes.change(message);
    follow(message);
    if (message.state() == MessageState.DEAD_LETTERED) {
      intents.add(DeadMessage.reference(entry, message).intent(now));
    }
  }

  /** Has the heads of ordering keys that changed handed out. */
  void settleKeys() {
    if (unsettledKeys.isEmpty()) {
      return;
    }
    changes.write();
    for (QueueMessage read : store.heads(entry.id(), unsettledKeys)) {
      QueueMessage head = changes.known(read);
      if (head.state() == MessageState.READY && !head.isDeliverable()) {
        head.lead();
        changes.change(head);
        grown = true;
      }
    }
    unsettledKeys.clear();
  }

  /** The messages of deliveries, in their order. */
  private List<QueueMessage> held(List<DeliveryTokens.Claim> deliveries) {
    Map<MessageKey, QueueMessage> found = new HashMap<>();
    store
        .messages(deliveries.stream().map(DeliveryTokens.Claim::message).toList())
        .forEach(read -> found.put(read.key(), changes.known(read)));
    List<QueueMessage> held = new ArrayList<>();
    for (DeliveryTokens.Claim delivery : deliveries) {
      QueueMessage message = found.get(delivery.message());
      if (message == null) {
        throw new RestanteException(ErrorCode.STALE_LEASE, "The message is not there.");
      }
      message.requireHeld(delivery.lease(), now);
      held.add(message);
    }
    return held;
  }

  private void follow(QueueMessage message) {
    touched = true;
    grown |= message.isDeliverable();
    if (policy.ordering() == QueueOrdering.STRICT_PER_KEY
        && message.state() != MessageState.LEASED) {
      unsettledKeys.add(message.orderingKey());
    }
  }

  private void sweepOnce() {
    if (!swept) {
      swept = true;
      sweep(SWEEP);
    }
  }

  private List<QueueMessage> load(long after, int most, long largest) {
    settleKeys();
    changes.writeDeliverable();
    List<QueueMessage> loaded = new ArrayList<>();
    for (JpaMessageStore.Deliverable stored : store.deliverable(entry.id(), after, most, largest)) {
      QueueMessage message = changes.known(stored.message());
      loaded.add(message);
      if (message.bytes() <= largest) {
        bodies.hold(message, stored.body());
      }
    }
    return loaded;
  }
}
