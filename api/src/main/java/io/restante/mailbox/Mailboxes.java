package io.restante.mailbox;

import io.restante.access.Caller;
import io.restante.error.RestanteException;
import jakarta.ejb.Local;
import java.util.List;

/**
 * Mailboxes for applications on the same server.
 *
 * <p>Every write joins the caller's JTA transaction, and is durable when that commits; without one
 * it runs in its own. A write locks the mailbox's row until the transaction ends, so keep such
 * transactions short and touch several mailboxes in ascending order of creation. All calls block.
 * All but {@code drain} are safe to repeat: a submit is identified by sender and message id, and a
 * finalization never changes. A refusal is a {@link RestanteException} with its code; it marks the
 * transaction for rollback.
 *
 * <p>Every call may be refused with NOT_FOUND or FORBIDDEN, and with RATE_LIMITED if that happens
 * too often; with VALIDATION_FAILED; and with UNAVAILABLE if the database does not take it. A write
 * may also be refused with RECOVERY_REQUIRED, while the mailbox has to be repaired, and without a
 * transaction of the caller's with UNKNOWN_OUTCOME.
 *
 * <p>The caller's grants are checked as they are over REST: {@code mailbox:submit} to submit,
 * {@code mailbox:receive} for everything else. Requirements 000, 002 and 003.
 */
@Local
public interface Mailboxes {
  /**
   * Hands an envelope in; the caller is its sender.
   *
   * @throws RestanteException MESSAGE_ID_CONFLICT if the sender used the message id for another
   *     body; MAILBOX_FULL; ENVELOPE_TOO_LARGE; UNSUPPORTED_CAPABILITY if an acknowledgement is
   *     asked of a mailbox that sends none
   */
  SubmitReceipt submit(Caller caller, Submission submission);

  /**
   * Reads a page of pending envelopes; changes nothing.
   *
   * @throws RestanteException STORAGE_DAMAGED if a body of the page does not open; the message ends
   *     with the sequences
   */
  EnvelopePage pull(Caller caller, PullQuery query);

  /**
   * How many envelopes are pending.
   *
   * @param sender only this sender's, or null for all
   */
  long count(Caller caller, MailboxAddress mailbox, String sender);

  /**
   * Commits envelopes: their bodies are gone and will not be delivered again.
   *
   * @param identities 1 to 100; repeated ones are harmless
   * @return one result for each identity, in order
   */
  List<AcknowledgeResult> acknowledge(
      Caller caller, MailboxAddress mailbox, List<EnvelopeIdentity> identities);

  /**
   * Finalizes one envelope that will never be applied.
   *
   * @throws io.restante.error.NotFoundException if it was never received here or its tombstone is
   *     gone; nothing is recorded then
   * @throws RestanteException STORAGE_DAMAGED if its body does not open
   */
  DiscardReceipt discard(
      Caller caller, MailboxAddress mailbox, EnvelopeIdentity identity, DiscardReason reason);

  /**
   * Takes the oldest envelopes and commits them in one transaction: each is in exactly one drain,
   * and lost to the caller if the answer is. Not safe to repeat: that takes the next ones.
   *
   * @param limit 1 to 100
   * @return fewer when their bodies reach 6 MiB
   * @throws RestanteException STORAGE_DAMAGED if one of them does not open; none is taken then
   */
  List<PendingEnvelope> drain(Caller caller, MailboxAddress mailbox, int limit);
}
