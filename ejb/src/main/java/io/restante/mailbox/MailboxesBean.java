package io.restante.mailbox;

import io.restante.access.Caller;
import io.restante.audit.AuditEntry;
import io.restante.database.TransactionRetry;
import io.restante.pipeline.Decision;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.MDC;

/**
 * {@link Mailboxes} for applications on the server: without the pipeline, with their transaction.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class MailboxesBean implements Mailboxes {
  @Inject private EnvelopeCommands commands;
  @Inject private MailboxTransaction transaction;
  @Inject private TransactionRetry retry;
  @Inject private EnvelopeReader reader;

  @Override
  public SubmitReceipt submit(Caller caller, Submission submission) {
    SubmitCommand command =
        commands.submit(
            caller,
            (String) MDC.get(AuditEntry.REQUEST_ID),
            List.of(Decision.of(submission)),
            Optional.empty());
    Decision<SubmitReceipt> decision = run(command).get(0);
    if (decision.refusal() != null) {
      throw decision.refusal();
    }
    return decision.result();
  }

  @Override
  public EnvelopePage pull(Caller caller, PullQuery query) {
    return reader.page(commands.receiving(caller, query.mailbox()), query);
  }

  @Override
  public long count(Caller caller, MailboxAddress mailbox, String sender) {
    return reader.count(commands.receiving(caller, mailbox), sender);
  }

  @Override
  public List<AcknowledgeResult> acknowledge(
      Caller caller, MailboxAddress mailbox, List<EnvelopeIdentity> identities) {
    return run(
        new AcknowledgeCommand(
            commands.receiving(caller, mailbox),
            commands.requireItems(identities),
            Optional.empty()));
  }

  @Override
  public DiscardReceipt discard(
      Caller caller, MailboxAddress mailbox, EnvelopeIdentity identity, DiscardReason reason) {
    return run(
        new DiscardCommand(
            commands.receiving(caller, mailbox), identity, reason, Optional.empty()));
  }

  @Override
  public List<PendingEnvelope> drain(Caller caller, MailboxAddress mailbox, int limit) {
    return run(
        new DrainCommand(
            commands.receiving(caller, mailbox), PullQuery.requireLimit(limit), Optional.empty()));
  }

  private <T> T run(MailboxCommand<T> command) {
    return retry.call(() -> transaction.runWithCaller(command));
  }
}
