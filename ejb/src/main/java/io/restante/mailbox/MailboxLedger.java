package io.restante.mailbox;

import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
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

/**
 * The locked mailboxes of one transaction and what is known of the envelopes in question, brought
 * up to date with each decision, so that later decisions of the transaction see the earlier ones.
 */
final class MailboxLedger {
  private static final int SWEEP = 500;
  private static final int MAX_SWEEPS = 20;

  private final JpaMailboxStore store;
  private final MailboxConfig config;
  private final Instant now;
  private final Map<Long, Mailbox> mailboxes = new HashMap<>();
  private final Map<Identity, EnvelopeHead> heads = new HashMap<>();
  private final Map<Identity, Tombstone> tombstones = new HashMap<>();
  private final Map<Identity, EnvelopeHead> quarantined = new HashMap<>();
  private final Set<Identity> damaged = new HashSet<>();
  private final Set<Long> grown = new HashSet<>();
  private final Map<Long, Mailbox> changed = new TreeMap<>();
  private final List<Envelope> accepted = new ArrayList<>();
  private final List<EnvelopeHead> leaving = new ArrayList<>();
  private final List<Tombstone> buried = new ArrayList<>();
  private RestanteException contradiction;

  private MailboxLedger(JpaMailboxStore store, MailboxConfig config, Instant now) {
    this.store = store;
    this.config = config;
    this.now = now;
  }

  /** Locks the mailboxes and reads what is known of the identities. */
  static MailboxLedger open(
      JpaMailboxStore store,
      MailboxConfig config,
      Instant now,
      SortedSet<Long> mailboxIds,
      Collection<Identity> identities) {
    MailboxLedger ledger = new MailboxLedger(store, config, now);
    if (!mailboxIds.isEmpty()) {
      store.lock(mailboxIds).forEach(mailbox -> ledger.mailboxes.put(mailbox.id(), mailbox));
    }
    store.heads(identities).forEach(head -> ledger.heads.put(head.identity(), head));
    if (ledger.mailboxes.values().stream().anyMatch(Mailbox::hasQuarantined)) {
      store.quarantined(identities).forEach(head -> ledger.quarantined.put(head.identity(), head));
    }
    store.tombstones(identities).forEach(stone -> ledger.tombstones.put(stone.identity(), stone));
    return ledger;
  }

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

  /** Whether the mailbox has room, after removing what has expired in it if need be. */
  boolean makeRoom(Mailbox mailbox, long bytes) {
    for (int sweep = 0; !mailbox.hasRoomFor(bytes); sweep++) {
      if (sweep == MAX_SWEEPS || sweepExpired(mailbox, SWEEP) == 0) {
        return false;
      }
    }
    return true;
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
  EnvelopeHead accept(Mailbox mailbox, String sender, Submission submission, StoredBody body) {
    EnvelopeHead expired = heads.get(new Identity(mailbox.id(), sender, submission.messageId()));
    if (expired != null) {
      leave(expired);
      writeEnvelopes();
    }
    Envelope envelope = mailbox.accept(sender, submission, body, now, config.maxTtl());
    accepted.add(envelope);
    changed.put(mailbox.id(), mailbox);
    grown.add(mailbox.id());
    heads.put(envelope.head().identity(), envelope.head());
    return envelope.head();
  }

  /** Puts a tombstone in the place of a pending envelope. */
  void finalizeWith(EnvelopeHead envelope, Tombstone tombstone) {
    leave(envelope);
    buried.add(tombstone);
    tombstones.put(tombstone.identity(), tombstone);
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
    damaged.addAll(
        store.damaged(
            identities.stream()
                .distinct()
                .flatMap(identity -> pending(identity).stream())
                .toList()));
  }

  /** Whether the envelope was found not to open. */
  boolean isDamaged(EnvelopeHead envelope) {
    return damaged.contains(envelope.identity());
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
