package io.restante.mailbox;

import io.restante.audit.AuditTrail;
import io.restante.database.AfterCommit;
import io.restante.idempotency.Answer;
import io.restante.idempotency.IdempotencyKey;
import io.restante.idempotency.JpaIdempotencyStore;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.BatchTransaction;
import io.restante.pipeline.Decision;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The transaction that carries mailbox commands.
 *
 * <p>Order of locks: mailbox rows by ascending id, then their children, then outbox events by
 * ascending id, then idempotency records by hash, which are inserted last. A crash before the
 * commit leaves nothing of the batch; after it, all of it, and whoever got no answer finds it by
 * key or identity.
 */
@Stateless
public class MailboxTransaction {
  @Inject private MailboxLedgers ledgers;
  @Inject private JpaIdempotencyStore idempotency;
  @Inject private AuditTrail audit;
  @Inject private MailboxGrowth growth;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /** A batch of the pipeline: see {@link BatchTransaction}. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public List<Decision<Answer<?>>> run(
      List<MailboxCommand<?>> commands, BatchTransaction.Attempt attempt) {
    JpaIdempotencyStore.KeptAnswers kept = idempotency.find(keys(commands));
    MailboxLedger ledger = ledgers.open(commands, attempt.waitsForLocks());
    List<Decision<Answer<?>>> decisions = new ArrayList<>(commands.size());
    for (MailboxCommand<?> command : commands) {
      decisions.add(
          ledger.isContended(command.mailboxIds())
              ? command.whenContended()
              : Decision.from(() -> answer(command, ledger, kept)));
    }
    ledger.close();
    kept.store();
    wakeAfterCommit(ledger);
    attempt.committing();
    return decisions;
  }

  /** Runs one command in the caller's transaction, or in one of its own. */
  public <T> T runWithCaller(MailboxCommand<T> command) {
    MailboxLedger ledger = ledgers.open(List.of(command), true);
    T outcome = decide(command, ledger);
    ledger.close();
    wakeAfterCommit(ledger);
    return outcome;
  }

  private <T> T decide(MailboxCommand<T> command, MailboxLedger ledger) {
    T outcome = command.decide(ledger);
    command.audits(outcome).forEach(audit::record);
    return outcome;
  }

  private void wakeAfterCommit(MailboxLedger ledger) {
    if (!ledger.grown().isEmpty()) {
      Set<Long> grown = ledger.grown();
      transaction.registerInterposedSynchronization(new AfterCommit(() -> growth.committed(grown)));
    }
  }

  private <T> Answer<T> answer(
      MailboxCommand<T> command, MailboxLedger ledger, JpaIdempotencyStore.KeptAnswers kept) {
    return kept.answer(command.keeping(), () -> decide(command, ledger), command::isDecided);
  }

  private static List<IdempotencyKey> keys(List<MailboxCommand<?>> commands) {
    return commands.stream().flatMap(MailboxTransaction::key).distinct().toList();
  }

  private static <T> Stream<IdempotencyKey> key(MailboxCommand<T> command) {
    return command.keeping().map(Keeping::key).stream();
  }
}
