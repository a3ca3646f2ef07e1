package io.restante.mailbox;

import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.outbox.Outbox;
import io.restante.outbox.OutboxIntent;
import java.time.Clock;
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

/**
 * The locked mailboxes of one transaction and what is known of the envelopes in question, brought
 * up to date with each decision, so that later decisions of the transaction see the earlier ones.
 */
final class MailboxLedger {
  private static final int SWEEP = 500;
  private static final int MAX_SWEEPS = 20;

  private final JpaMailboxStore store;
  private final Outbox outbox;
  private final MailboxConfig config;
  private final Clock clock;
  private final Map<Long, Mailbox> mailboxes = new HashMap<>();
  private final Set<Long> contended = new HashSet<>();
  private final Map<Identity, EnvelopeHead> heads = new HashMap<>();
  private final Map<Identity, Tombstone> tombstones = new HashMap<>();
  private final Map<Identity, EnvelopeHead> quarantined = new HashMap<>();
  private final Set<Long> grown = new HashSet<>();
  private final Map<Long, Mailbox> changed = new TreeMap<>();
  private final List<Envelope> accepted = new ArrayList<>();
  private final List<EnvelopeHead> leaving = new ArrayList<>();
  private final List<Tombstone> buried = new ArrayList<>();
  private final Set<Long> openEvents = new HashSet<>();
  private final SortedSet<Long> doneEvents = new TreeSet<>();
  private final List<OutboxIntent> intents = new ArrayList<>();
  private Instant now;
  private EnvelopeOpener.Unopened unopened = new EnvelopeOpener.Unopened(Set.of(), Set.of());
  private RestanteException contradiction;

  MailboxLedger(JpaMailboxStore store, Outbox outbox, MailboxConfig config, Clock clock) {
    this.store = store;
    this.outbox = outbox;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Locks the mailboxes, reads what is known of the identities, and locks the outbox events, in
   * this order. Whatever is decided is decided for the time when the mailboxes were locked.
   *
   * @param waiting whether to wait for mailboxes that somebody else has locked
   */
  MailboxLedger open(
      boolean waiting,
      SortedSet<Long> mailboxIds,
      Collection<Identity> identities,
      SortedSet<Long> eventIds) {
    if (!mailboxIds.isEmpty()) {
      store.lock(mailboxIds, waiting).forEach(mailbox -> mailboxes.put(mailbox.id(), mailbox));
    }
    now = clock.instant();
    Set<Long> absent = new HashSet<>(mailboxIds);
    absent.removeAll(mailboxes.keySet());
    if (!waiting && !absent.isEmpty()) {
      store.entries(absent).forEach(entry -> contended.add(entry.id()));
    }
    store.heads(identities).forEach(head -> heads.put(head.identity(), head));
    if (mailboxes.values().stream().anyMatch(Mailbox::hasQuarantined)) {
      store.quarantined(identities).forEach(head -> quarantined.put(head.identity(), head));
    }
    store.tombstones(identities).forEach(stone -> tombstones.put(stone.identity(), stone));
    openEvents.addAll(outbox.lockOpen(eventIds));
    return this;
  }

  /** Whether one of them exists, but somebody else has locked it. */
  boolean isContended(Collection<Long> mailboxIds) {
    return mailboxIds.stream().anyMatch(contended::contains);
  }

  /** When the mailboxes were locked. */
  Instant now() {
    return now;
  }

  /**
   * @throws NotFoundException if the mailbox was deleted meanwhile
   * @throws RestanteException RECOVERY_REQUIRED if it takes no writes
   */
  Mailbox mailbox(long id) {
    Mailbox mailbox = mailboxes.get(id);
    if (mailbox == null) {
      throw new NotFoundException();
    }
    mailbox.requireSound();
    return mailbox;
  }

  /** Whether the mailbox was not deleted meanwhile. */
  boolean exists(long mailboxId) {
    return mailboxes.containsKey(mailboxId);
  }

  /** Whether nobody has finished the outbox event. */
  boolean isOpenEvent(long id) {
    return openEvents.contains(id);
  }

  /** The outbox event is carried out by this transaction. */
  void done(long eventId) {
    openEvents.remove(eventId);
    doneEvents.add(eventId);
  }

  /**
   * The envelope, unless it is expired: then it does not exist any more, whatever the timer did.
   */
  Optional<EnvelopeHead> pending(Identity identity) {
    return Optional.ofNullable(heads.get(identity)).filter(head -> !head.isExpired(now));
  }

  /** The same of an envelope that was set aside because its body does not open. */
  Optional<EnvelopeHead> quarantined(Identity identity) {
    return Optional.ofNullable(quarantined.get(identity)).filter(head -> !head.isExpired(now));
  }

  Optional<Tombstone> tombstone(Identity identity) {
    return Optional.ofNullable(tombstones.get(identity));
  }

  MailboxConfig config() {
    return config;
  }

  /**
   * Removes what has expired in the mailbox, if it has no room otherwise.
   *
   * @throws RestanteException MAILBOX_FULL if it has none then either
   */
  void requireRoom(Mailbox mailbox, long bytes) {
    for (int sweep = 0; !mailbox.hasRoomFor(bytes); sweep++) {
      if (sweep == MAX_SWEEPS || sweepExpired(mailbox, SWEEP) == 0) {
        throw new RestanteException(
            ErrorCode.MAILBOX_FULL, "The mailbox is full.", config.fullRetryAfter());
      }
    }
  }

  /** Removes expired envelopes of the mailbox, and says how many. */
  int sweepExpired(Mailbox mailbox, int limit) {
    writeEnvelopes();
    List<EnvelopeHead> expired = store.expired(mailbox.id(), now, limit);
    expired.forEach(this::leave);
    writeEnvelopes();
    return expired.size();
  }

  /** The same of its quarantined envelopes. */
  int sweepQuarantine(Mailbox mailbox, int limit) {
    if (!mailbox.hasQuarantined()) {
      return 0;
    }
    int removed = store.removeQuarantined(mailbox.id(), now, limit);
    mailbox.leftQuarantine(removed);
    return removed;
  }

  /** Stores an envelope that is acceptable, new and has room. */
  EnvelopeHead accept(Mailbox mailbox, EnvelopeDraft draft) {
    EnvelopeHead expired = heads.get(draft.identityIn(mailbox.id()));
    if (expired != null) {
      leave(expired);
      writeEnvelopes();
    }
    Envelope envelope = mailbox.accept(draft, now, config.maxTtl());
    accepted.add(envelope);
    changed.put(mailbox.id(), mailbox);
    grown.add(mailbox.id());
    heads.put(envelope.head().identity(), envelope.head());
    return envelope.head();
  }

  /**
   * Puts a tombstone in the place of a pending envelope, and says whether its sender will be told.
   */
  boolean finalizeWith(EnvelopeHead envelope, Tombstone tombstone) {
    leave(envelope);
    buried.add(tombstone);
    tombstones.put(tombstone.identity(), tombstone);
    return acknowledge(tombstone);
  }

  /** Has the sender told, if it asked for that and the mailbox does it. */
  boolean acknowledge(Tombstone tombstone) {
    Mailbox mailbox = mailbox(tombstone.identity().mailboxId());
    boolean wanted = tombstone.acknowledgeTo() != null && mailbox.tellsFinalization();
    if (wanted) {
      intents.add(
          new Acknowledgement(
                  tombstone.acknowledgeTo(),
                  mailbox.acknowledgerTo(tombstone.identity().sender()),
                  tombstone.identity().messageId())
              .intent(now));
    }
    return wanted;
  }

  /** Removes a tombstone, so that its identity is new again. */
  void forget(Tombstone tombstone) {
    store.deleteTombstone(tombstone.identity());
    tombstones.remove(tombstone.identity());
  }

  /** Takes pending envelopes out, as expiry does, without tombstones. */
  void remove(List<EnvelopeHead> envelopes) {
    envelopes.forEach(this::leave);
  }

  /** Counts an envelope that came back from quarantine. */
  void readmit(EnvelopeHead envelope) {
    Mailbox mailbox = mailbox(envelope.mailboxId());
    mailbox.readmit(envelope);
    changed.put(mailbox.id(), mailbox);
  }

  /** The oldest pending envelopes, with the decisions of this transaction counted in. */
  List<EnvelopeHead> oldest(Mailbox mailbox, int limit) {
    writeEnvelopes();
    return store.pendingBetween(mailbox.id(), 0, Long.MAX_VALUE, null, now, limit);
  }

  /**
   * The envelopes of one mailbox with their bodies, by ascending sequence.
   *
   * @throws RestanteException STORAGE_DAMAGED if one does not open
   */
  List<PendingEnvelope> open(List<EnvelopeHead> envelopes) {
    return store.open(envelopes);
  }

  /**
   * Opens the envelopes that are to be finalized: one whose body does not open is not finalized,
   * since nobody can tell what it was.
   */
  void tryToOpen(Collection<Identity> identities) {
    unopened =
        store.tryToOpen(
            identities.stream()
                .distinct()
                .flatMap(identity -> pending(identity).stream())
                .toList());
  }

  /**
   * Whether the envelope was found not to open.
   *
   * @throws io.restante.keys.MissingKeyException if this node lacks its key
   */
  boolean isDamaged(EnvelopeHead envelope) {
    return unopened.isDamaged(envelope);
  }

  /** The mailboxes that got mail. */
  Set<Long> grown() {
    return Set.copyOf(grown);
  }

  /**
   * Writes what is left to write.
   *
   * @throws RestanteException RECOVERY_REQUIRED if a decision met counters that contradict the
   *     rows: what it had changed before that must not be committed
   */
  void close() {
    if (contradiction != null) {
      throw contradiction;
    }
    writeEnvelopes();
    store.insertTombstones(buried);
    buried.clear();
    store.saveCounters(changed.values());
    changed.clear();
    intents.addAll(wakes());
    outbox.insert(intents);
    intents.clear();
    outbox.done(doneEvents, now);
    doneEvents.clear();
  }

  /** One for each mailbox that got mail and has a callback, unless one waits already. */
  private List<OutboxIntent> wakes() {
    return grown.stream()
        .map(mailboxes::get)
        .filter(Mailbox::hasCallback)
        .map(mailbox -> mailbox.wake(now))
        .toList();
  }

  private void leave(EnvelopeHead envelope) {
    Mailbox mailbox = mailbox(envelope.mailboxId());
    try {
      mailbox.release(envelope);
    } catch (RestanteException refusal) {
      contradiction = refusal;
      throw refusal;
    }
    changed.put(mailbox.id(), mailbox);
    heads.remove(envelope.identity());
    leaving.add(envelope);
  }

  private void writeEnvelopes() {
    store.insertEnvelopes(accepted);
    accepted.clear();
    store.delete(leaving);
    leaving.clear();
  }
}
