package io.restante.queue;

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
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The transaction that carries queue commands.
 *
 * <p>Order of locks: counters of queues by ascending id, then their rows, messages, bodies and
 * receipts, then outbox events, then idempotency records by hash, which are inserted last. A crash
 * before the commit leaves nothing of the batch; after it, all of it: a delivery whose answer was
 * lost is leased until its deadline, or given again to the same {@code requestId}.
 */
@Stateless
public class QueueTransaction {
  @Inject private QueueLedgers ledgers;
  @Inject private JpaIdempotencyStore idempotency;
  @Inject private ReceiveWaiters waiters;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /** A batch of the pipeline: see {@link BatchTransaction}. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public List<Decision<Answer<?>>> run(
      List<QueueCommand<?>> commands, BatchTransaction.Attempt attempt) {
    JpaIdempotencyStore.KeptAnswers kept = idempotency.find(keys(commands));
    QueueLedger ledger = ledgers.open(commands, attempt.waitsForLocks());
    List<Decision<Answer<?>>> decisions = decide(commands, ledger, kept);
    close(ledger);
    kept.store();
    attempt.committing();
    return decisions;
  }

  /** Runs one command in the caller's transaction, or in one of its own. */
  public <T> T runWithCaller(QueueCommand<T> command) {
    QueueLedger ledger = ledgers.open(List.of(command), true);
    T outcome = command.decide(ledger);
    close(ledger);
    return outcome;
  }

  /** Writes what is left, and wakes who waits for it once it is committed. */
  public void close(QueueLedger ledger) {
    ledger.close();
    Set<Long> grown = ledger.grown();
    if (!grown.isEmpty()) {
      transaction.registerInterposedSynchronization(
          new AfterCommit(() -> waiters.committed(grown)));
    }
  }

  /** Phase by phase; the decisions are in the order of the commands. */
  private static List<Decision<Answer<?>>> decide(
      List<QueueCommand<?>> commands, QueueLedger ledger, JpaIdempotencyStore.KeptAnswers kept) {
    @SuppressWarnings({"unchecked", "rawtypes"}) // Of one type each; filled below.
    Decision<Answer<?>>[] decisions = new Decision[commands.size()];
    for (QueueCommand.Phase phase : QueueCommand.Phase.values()) {
      IntStream.range(0, decisions.length)
          .filter(i -> commands.get(i).phase() == phase)
          .forEach(i -> decisions[i] = decide(commands.get(i), ledger, kept));
    }
    return Arrays.asList(decisions);
  }

  private static Decision<Answer<?>> decide(
      QueueCommand<?> command, QueueLedger ledger, JpaIdempotencyStore.KeptAnswers kept) {
    return ledger.isContended(command.queues())
        ? command.whenContended()
        : Decision.from(() -> answer(command, ledger, kept));
  }

  private static <T> Answer<T> answer(
      QueueCommand<T> command, QueueLedger ledger, JpaIdempotencyStore.KeptAnswers kept) {
    return kept.answer(command.keeping(), () -> command.decide(ledger), command::isDecided);
  }

  private static List<IdempotencyKey> keys(List<QueueCommand<?>> commands) {
    return commands.stream().flatMap(QueueTransaction::key).distinct().toList();
  }

  private static <T> Stream<IdempotencyKey> key(QueueCommand<T> command) {
    return command.keeping().map(Keeping::key).stream();
  }
}
