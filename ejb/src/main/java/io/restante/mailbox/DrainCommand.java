package io.restante.mailbox;

import io.restante.idempotency.Keeping;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Takes the oldest envelopes of a mailbox and commits them. */
record DrainCommand(long mailboxId, int limit, Optional<Keeping<List<PendingEnvelope>>> keeping)
    implements MailboxCommand<List<PendingEnvelope>> {
  private static final int BYTES = 256;

  @Override
  public long lane() {
    return mailboxId;
  }

  @Override
  public RequestSize size() {
    return new RequestSize(limit, BYTES);
  }

  @Override
  public Collection<Long> mailboxIds() {
    return List.of(mailboxId);
  }

  @Override
  public Collection<Identity> identities() {
    return List.of();
  }

  @Override
  public List<PendingEnvelope> decide(MailboxLedger ledger) {
    Mailbox mailbox = ledger.mailbox(mailboxId);
    List<EnvelopeHead> oldest = PageBytes.DRAIN.cut(ledger.oldest(mailbox, limit));
    if (oldest.isEmpty()) {
      return List.of();
    }
    List<PendingEnvelope> taken = ledger.open(oldest);
    oldest.forEach(head -> ledger.finalizeWith(head, Tombstone.committed(head, ledger.now())));
    return taken;
  }
}
