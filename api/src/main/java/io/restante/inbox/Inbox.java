package io.restante.inbox;

import io.restante.error.RestanteException;
import jakarta.ejb.Local;
import java.util.Optional;

/**
 * The inbox for applications on the same server, bound at {@link #JNDI_NAME}.
 *
 * <p>A consumer begins a transaction, claims the message, writes what it has to write and completes
 * the message, all in that transaction, which is of the datasource {@code
 * java:jboss/datasources/RestanteDS} or, with an XA datasource of the application's, of both. The
 * consumer owns the transaction and the acknowledgement. What it owes:
 *
 * <table>
 *   <caption>Outcomes and duties</caption>
 *   <tr><td>processed, completed</td><td>commit, then acknowledge</td></tr>
 *   <tr><td>already completed</td><td>roll back, acknowledge</td></tr>
 *   <tr><td>in progress</td><td>roll back, have it delivered again later</td></tr>
 *   <tr><td>dead</td><td>roll back, acknowledge</td></tr>
 *   <tr><td>the handler threw</td><td>roll back, {@link #fail}, have it delivered again; acknowledge
 *       if it is dead now</td></tr>
 *   <tr><td>the inbox threw</td><td>roll back, record nothing, have it delivered again</td></tr>
 * </table>
 *
 * <p>All calls block, for as long as the database takes for a statement or two; a claim never waits
 * for another transaction. They throw {@link RestanteException}, which marks the transaction for
 * rollback: NOT_FOUND if there is no such domain, UNAVAILABLE or UNKNOWN_OUTCOME if the database
 * does not answer. Where a method needs a transaction and there is none, the container throws an
 * {@code EJBTransactionRequiredException}.
 */
@Local
public interface Inbox {
  /** Where the session bean is bound. */
  String JNDI_NAME = "java:global/restante/restante-ejb/InboxBean!io.restante.inbox.Inbox";

  /** The most attempts that can be asked for. */
  int MAX_ATTEMPTS = 1_000;

  /**
   * Claims the message for the transaction that runs, which must be there. Says at once who has it;
   * everything but {@link InboxClaim.Claimed} has written nothing and leaves the transaction
   * usable, so that what else it wrote may still be committed. Safe to repeat: a second claim in
   * the same transaction is claimed again.
   *
   * <p>A commit without {@link #complete} leaves the message open: the next claim is claimed again.
   */
  InboxClaim claim(InboxScope scope, InboxMessage message);

  /**
   * Completes a message that the running transaction has claimed. When that commits, every later
   * claim is {@link InboxClaim.AlreadyCompleted}. To be called once for a claim.
   *
   * @throws NotClaimedException if this transaction has not claimed it, or has completed it
   */
  void complete(InboxScope scope, MessageId id);

  /**
   * Claims the message, handles it and completes it, in the transaction that runs, which must be
   * there. It never commits and never calls {@link #fail}. Safe to repeat, in another transaction.
   *
   * @param handler called at most once, on this thread
   * @throws HandlerFailedException if the handler threw; its exception is the cause
   */
  <T> InboxOutcome<T> process(InboxScope scope, InboxMessage message, InboxHandler<T> handler);

  /**
   * Records a failed attempt, in a transaction of its own. To be called after the consumer's has
   * ended: while that still holds the message, this waits for it in vain, five seconds. Repeating
   * it counts another attempt. With the attempts of the setting {@code restante.inbox.max-attempts}
   * the message is dead, and a reference to it is put on the queue {@code restante.dlq.inbox}.
   *
   * @param failure what is kept of it is the names of its classes and its messages, its causes' as
   *     well, cut at 2 KiB. It must hold nothing that operators may not see
   */
  InboxFailure fail(InboxScope scope, InboxMessage message, Throwable failure);

  /**
   * The same with the consumer's own limit.
   *
   * @param maxAttempts 1 to {@link #MAX_ATTEMPTS}; the message is dead when it has failed so often
   */
  InboxFailure fail(InboxScope scope, InboxMessage message, Throwable failure, int maxAttempts);

  /**
   * What is recorded of a message; empty if nothing is, or no longer. Reads what is committed, and
   * what the running transaction has written, if there is one. Takes no lock.
   */
  Optional<InboxRecord> find(InboxScope scope, MessageId id);
}
