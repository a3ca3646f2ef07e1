package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.outbox.OutboxIntent;
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
  /** How many that are due are taken at once; as many expired ones one receive meets at most. */
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
  private final ReadyMessages ready = new ReadyMessages(this::load);
  private final Map<MessageKey, byte[]> bodies = new HashMap<>();
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
      QueueMessage message = changes.known(read);
      message.pass(policy, usage, random, now);
      changed(message);
    }
    return due.size();
  }

  /** Says how many messages a receive of this transaction wants, before the first of them runs. */
  void expect(int messages) {
    ready.expect(messages);
  }

  /**
   * Leases messages in their order, until there is none or the next one does not fit. What has
   * expired meanwhile, and what does not open, is moved out of the way.
   */
  List<Leased> receive(String holder, ReceiveRequest request) {
    requireRunning();
    Duration length = policy.requireLease(request.lease());
    List<Leased> leased = new ArrayList<>();
    long bytes = 0;
    int expired = 0;
    while (leased.size() < request.maxMessages() && expired < SWEEP) {
      Optional<QueueMessage> next = ready.first();
      if (next.isEmpty()) {
        break;
      }
      QueueMessage message = next.get();
      if (message.isExpired(now)) {
        expired++;
        message.pass(policy, usage, random, now);
      } else if (bytes + message.bytes() > request.maxBytes()
          || !usage.hasRoomInFlight(message.bytes(), policy)) {
        break;
      } else {
        Optional<MessageBody> body = open(message);
        if (body.isPresent()) {
          message.claim(holder, length, usage, now);
          leased.add(Leased.of(message, body.get()));
          bytes += message.bytes();
        } else {
          message.condemn(policy, usage);
        }
      }
      ready.take();
      changed(message);
    }
    return leased;
  }

  /**
   * Deliveries that were given before.
   *
   * @throws RestanteException STALE_LEASE or LEASE_EXPIRED if one is not the caller's any more
   */
  List<Leased> again(List<DeliveryTokens.Claim> deliveries) {
    List<Leased> leased = new ArrayList<>();
    for (DeliveryTokens.Claim delivery : deliveries) {
      QueueMessage message = held(delivery);
      bodies.putAll(store.bodies(List.of(message.key())));
      leased.add(
          Leased.of(
              message,
              open(message)
                  .orElseThrow(
                      () ->
                          new RestanteException(
                              ErrorCode.STORAGE_DAMAGED, "The body of a message does not open."))));
    }
    return leased;
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

  private QueueMessage held(DeliveryTokens.Claim delivery) {
    QueueMessage message =
        store.messages(List.of(delivery.message())).stream()
            .findFirst()
            .map(changes::known)
            .orElseThrow(
                () -> new RestanteException(ErrorCode.STALE_LEASE, "The message is not there."));
    message.requireHeld(delivery.lease(), now);
    return message;
  }

  private void follow(QueueMessage message) {
    touched = true;
    grown |= message.isDeliverable();
    if (policy.ordering() == QueueOrdering.STRICT_PER_KEY
        && message.state() != MessageState.LEASED) {
      unsettledKeys.add(message.orderingKey());
    }
  }

  private List<QueueMessage> load(long after, int most) {
    if (!swept) {
      swept = true;
      sweep(SWEEP);
    }
    settleKeys();
    changes.write();
    List<QueueMessage> loaded = new ArrayList<>();
    for (JpaMessageStore.Deliverable stored : store.deliverable(entry.id(), after, most)) {
      loaded.add(changes.known(stored.message()));
      if (stored.body() != null) {
        bodies.put(stored.message().key(), stored.body());
      }
    }
    return loaded;
  }

  private Optional<MessageBody> open(QueueMessage message) {
    return Optional.ofNullable(bodies.remove(message.key()))
        .flatMap(body -> seal.open(entry.id(), message.messageId(), body));
  }
}
