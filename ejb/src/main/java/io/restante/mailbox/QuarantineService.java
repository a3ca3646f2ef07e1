package io.restante.mailbox;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/**
 * Sets envelopes aside whose bodies do not open, so that one of them cannot block its mailbox for
 * ever, and brings them back. For administrators of the domain; every act is audited.
 *
 * <p>A quarantined envelope is neither read nor finalized and takes no room, but its identity stays
 * taken: the sender's retry is a duplicate. It expires like any other. It comes back to its own
 * sequence, so readers that have gone on beyond that find it only when they start anew.
 *
 * <p>Order of locks: the mailbox's row, its rows here and among the pending ones, audit. A crash
 * leaves the envelope in one of the two tables, with the counters.
 */
@Stateless
public class QuarantineService {
  @Inject private JpaMailboxStore store;
  @Inject private JpaQuarantineStore quarantine;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private MailboxLedgers ledgers;
  @Inject private Clock clock;

  /**
   * Sets a pending envelope aside; harmless to repeat.
   *
   * @throws RestanteException CONFLICT if it opens; UNAVAILABLE if this node lacks its key
   */
  public QuarantinedEnvelope add(Caller caller, MailboxAddress address, long sequence) {
    long id = require(caller, address);
    Instant now = clock.instant();
    MailboxLedger ledger = lock(id);
    List<QuarantinedEnvelope> present = quarantine.list(id, sequence - 1, now, 1);
    if (!present.isEmpty() && present.get(0).sequence() == sequence) {
      return present.get(0);
    }
    EnvelopeHead envelope = store.head(id, sequence, now).orElseThrow(NotFoundException::new);
    if (!store.tryToOpen(List.of(envelope)).isDamaged(envelope)) {
      throw new RestanteException(
          ErrorCode.CONFLICT, "The envelope opens; only one that does not can be quarantined.");
    }
    quarantine.add(envelope, now);
    ledger.remove(List.of(envelope));
    ledger.close();
    record(caller, address, "envelope.quarantine", sequence);
    return quarantine.list(id, sequence - 1, now, 1).get(0);
  }

  /** Those of a mailbox above a sequence. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public QuarantinePage page(Caller caller, MailboxAddress address, long after, int limit) {
    long id = require(caller, address);
    List<QuarantinedEnvelope> found = quarantine.list(id, after, clock.instant(), limit + 1);
    List<QuarantinedEnvelope> taken = found.subList(0, Math.min(limit, found.size()));
    return new QuarantinePage(
        taken,
        taken.isEmpty() ? after : taken.get(taken.size() - 1).sequence(),
        found.size() > taken.size());
  }

  /**
   * Brings an envelope back that opens again, also where the mailbox has no room left.
   *
   * @throws RestanteException STORAGE_DAMAGED if it still does not open; UNAVAILABLE if this node
   *     lacks its key
   */
  public void release(Caller caller, MailboxAddress address, long sequence) {
    long id = require(caller, address);
    Instant now = clock.instant();
    MailboxLedger ledger = lock(id);
    EnvelopeHead envelope = quarantined(id, sequence, now);
    if (!quarantine.opens(envelope)) {
      throw EnvelopeOpener.doNotOpen(List.of(sequence));
    }
    quarantine.giveBack(envelope);
    ledger.readmit(envelope);
    ledger.close();
    record(caller, address, "envelope.release", sequence);
  }

  /** Deletes a quarantined envelope for good; its sender may hand it in anew. */
  public void drop(Caller caller, MailboxAddress address, long sequence) {
    long id = require(caller, address);
    Instant now = clock.instant();
    lock(id);
    quarantine.remove(quarantined(id, sequence, now));
    record(caller, address, "envelope.drop", sequence);
  }

  /** The id of the mailbox, which one that is made anew under its name does not get again. */
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public long require(Caller caller, MailboxAddress address) {
    access.require(caller, Capability.ADMIN, address.domain(), address.resource());
    return store.requireId(address);
  }

  private MailboxLedger lock(long mailboxId) {
    MailboxLedger ledger = ledgers.open(mailboxId);
    ledger.mailbox(mailboxId);
    return ledger;
  }

  private EnvelopeHead quarantined(long mailboxId, long sequence, Instant now) {
    return quarantine
        .head(mailboxId, sequence)
        .filter(envelope -> !envelope.isExpired(now))
        .orElseThrow(NotFoundException::new);
  }

  private void record(Caller caller, MailboxAddress address, String action, long sequence) {
    audit.record(
        AuditEntry.of(caller.principalId(), action)
            .in(address.domain())
            .on(address.resource())
            .withDetail("sequence " + sequence));
  }
}
