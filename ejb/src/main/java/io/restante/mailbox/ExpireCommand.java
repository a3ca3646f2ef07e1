package io.restante.mailbox;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.idempotency.Answer;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.Decision;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Removes a bounded number of expired envelopes of a mailbox. It goes through the pipeline like any
 * other write, so it never fights with them for the mailbox's row.
 */
record ExpireCommand(long mailboxId, int limit) implements MailboxCommand<Integer> {
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
  public Optional<Keeping<Integer>> keeping() {
    return Optional.empty();
  }

  /** The next round does it. */
  @Override
  public Decision<Answer<?>> whenContended() {
    return Decision.refused(
        new RestanteException(ErrorCode.UNAVAILABLE, "Somebody else has locked the mailbox."));
  }

  @Override
  public Integer decide(MailboxLedger ledger) {
    Mailbox mailbox = ledger.mailbox(mailboxId);
    int expired = ledger.sweepExpired(mailbox, limit);
    return expired < limit ? expired + ledger.sweepQuarantine(mailbox, limit - expired) : expired;
  }
}
