package io.restante.mailbox;

import io.restante.idempotency.Keeping;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Puts an acknowledgement into the mailbox of the sender that asked for it, and marks the outbox
 * event as done, in one transaction. An event that somebody else finished meanwhile does nothing,
 * and one whose mailbox is gone is done as well.
 *
 * <p>An acknowledgement that still lies there is not stored twice. One that was finalized is stored
 * anew: its sender submitted the envelope again, so it does not know any more.
 */
record DeliverAcknowledgementCommand(long eventId, Acknowledgement acknowledgement)
    implements MailboxCommand<Boolean> {
  private static final int BYTES = 512;

  @Override
  public long lane() {
    return acknowledgement.target();
  }

  @Override
  public RequestSize size() {
    return new RequestSize(1, BYTES);
  }

  @Override
  public Collection<Long> mailboxIds() {
    return List.of(acknowledgement.target());
  }

  @Override
  public Collection<Identity> identities() {
    return List.of(acknowledgement.identity());
  }

  @Override
  public Collection<Long> events() {
    return List.of(eventId);
  }

  @Override
  public Optional<Keeping<Boolean>> keeping() {
    return Optional.empty();
  }

  /** Whether an envelope was stored. */
  @Override
  public Boolean decide(MailboxLedger ledger) {
    if (!ledger.isOpenEvent(eventId)) {
      return false;
    }
    boolean stored = ledger.exists(acknowledgement.target()) && store(ledger);
    ledger.done(eventId);
    return stored;
  }

  private boolean store(MailboxLedger ledger) {
    Mailbox target = ledger.mailbox(acknowledgement.target());
    Identity identity = acknowledgement.identity();
    if (ledger.pending(identity).isPresent() || ledger.quarantined(identity).isPresent()) {
      return false;
    }
    ledger.requireRoom(target, 0);
    ledger.tombstone(identity).ifPresent(ledger::forget);
    ledger.accept(target, acknowledgement.draft());
    return true;
  }
}
