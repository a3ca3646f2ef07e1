package io.restante.mailbox;

import io.restante.error.NotFoundException;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Discards exactly one envelope. */
record DiscardCommand(
    long mailboxId,
    EnvelopeIdentity envelope,
    DiscardReason reason,
    Optional<Keeping<DiscardReceipt>> keeping)
    implements MailboxCommand<DiscardReceipt> {
  private static final int BYTES = 256;

  @Override
  public long lane() {
    return mailboxId;
  }

  @Override
  public RequestSize size() {
    return new RequestSize(1, BYTES);
  }

  @Override
  public Collection<Long> mailboxIds() {
    return List.of(mailboxId);
  }

  @Override
  public Collection<Identity> identities() {
    return List.of(Identity.of(mailboxId, envelope));
  }

  @Override
  public Collection<Identity> finalizing() {
    return identities();
  }

  @Override
  public DiscardReceipt decide(MailboxLedger ledger) {
    ledger.mailbox(mailboxId);
    Identity identity = Identity.of(mailboxId, envelope);
    Optional<Tombstone> tombstone = ledger.tombstone(identity);
    if (tombstone.isPresent()) {
      return new DiscardReceipt(
          tombstone.get().isCommitted()
              ? DiscardStatus.ALREADY_COMMITTED
              : DiscardStatus.ALREADY_DISCARDED,
          false);
    }
    Optional<EnvelopeHead> quarantined = ledger.quarantined(identity);
    EnvelopeHead head =
        ledger.pending(identity).or(() -> quarantined).orElseThrow(NotFoundException::new);
    if (quarantined.isPresent() || ledger.isDamaged(head)) {
      throw EnvelopeOpener.doNotOpen(List.of(head.sequence()));
    }
    boolean queued = ledger.finalizeWith(head, Tombstone.discarded(head, reason, ledger.now()));
    return new DiscardReceipt(DiscardStatus.DISCARDED, queued);
  }
}
