package io.restante.mailbox;

import io.restante.audit.AuditEntry;
import io.restante.idempotency.Answer;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.Decision;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A write on mailboxes: which of them it needs, what it needs to know, and how it decides. It holds
 * no connection and no entity, and may be decided several times if a transaction is repeated.
 *
 * @param <T> its outcome
 */
sealed interface MailboxCommand<T>
    permits SubmitCommand,
        AcknowledgeCommand,
        DiscardCommand,
        DrainCommand,
        ExpireCommand,
        DeliverAcknowledgementCommand {
  /** The mailbox in whose lane it runs. */
  long lane();

  /** In envelopes that it looks at, and about how many bytes it keeps in memory. */
  RequestSize size();

  Collection<Long> mailboxIds();

  Collection<Identity> identities();

  /** Those of the identities that it may finalize: their bodies have to open. */
  default Collection<Identity> finalizing() {
    return List.of();
  }

  /** The outbox events that it carries out. */
  default Collection<Long> events() {
    return List.of();
  }

  /**
   * Decides, and changes the ledger accordingly.
   *
   * @throws io.restante.error.RestanteException if it is refused; the ledger is unchanged then
   */
  T decide(MailboxLedger ledger);

  /** What becomes of it while somebody else has locked its mailboxes, as long as that takes. */
  default Decision<Answer<?>> whenContended() {
    return Decision.contended();
  }

  /** How its answer is kept for retries; none if its caller sent no key. */
  Optional<Keeping<T>> keeping();

  /** Whether the outcome is final, so that a retry gets it again. */
  default boolean isDecided(T outcome) {
    return true;
  }

  /** What of the outcome belongs into the audit. */
  default List<AuditEntry> audits(T outcome) {
    return List.of();
  }
}
