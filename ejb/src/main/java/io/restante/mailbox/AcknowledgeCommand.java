package io.restante.mailbox;

import io.restante.idempotency.Keeping;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Commits envelopes of one mailbox; whatever is not there harms no other. */
record AcknowledgeCommand(
    long mailboxId,
    List<EnvelopeIdentity> envelopes,
    Optional<Keeping<List<AcknowledgeResult>>> keeping)
    implements MailboxCommand<List<AcknowledgeResult>> {
  private static final int ITEM_BYTES = 256;

  @Override
  public long lane() {
    return mailboxId;
  }

  @Override
  public RequestSize size() {
    return new RequestSize(envelopes.size(), (long) ITEM_BYTES * envelopes.size());
  }

  @Override
  public Collection<Long> mailboxIds() {
    return List.of(mailboxId);
  }

  @Override
  public Collection<Identity> identities() {
    return envelopes.stream().map(envelope -> Identity.of(mailboxId, envelope)).toList();
  }

  @Override
  public Collection<Identity> finalizing() {
    return identities();
  }

  /** What is damaged may be repaired: then a retry is to find that. */
  @Override
  public boolean isDecided(List<AcknowledgeResult> results) {
    return !results.contains(AcknowledgeResult.STORAGE_DAMAGED);
  }

  /** All of them or, if this node lacks the key of one, none: then another node may do it. */
  @Override
  public List<AcknowledgeResult> decide(MailboxLedger ledger) {
    ledger.mailbox(mailboxId);
    identities().forEach(identity -> ledger.pending(identity).ifPresent(ledger::isDamaged));
    return identities().stream().map(identity -> decide(ledger, identity)).toList();
  }

  private static AcknowledgeResult decide(MailboxLedger ledger, Identity identity) {
    Optional<Tombstone> tombstone = ledger.tombstone(identity);
    if (tombstone.isPresent()) {
      return tombstone.get().isCommitted()
          ? AcknowledgeResult.ALREADY_COMMITTED
          : AcknowledgeResult.ALREADY_DISCARDED;
    }
    Optional<EnvelopeHead> pending = ledger.pending(identity);
    if (pending.isEmpty()) {
      return ledger.quarantined(identity).isPresent()
          ? AcknowledgeResult.STORAGE_DAMAGED
          : AcknowledgeResult.NOT_FOUND;
    }
    EnvelopeHead head = pending.get();
    if (ledger.isDamaged(head)) {
      return AcknowledgeResult.STORAGE_DAMAGED;
    }
    ledger.finalizeWith(head, Tombstone.committed(head, ledger.now()));
    return AcknowledgeResult.COMMITTED;
  }
}
