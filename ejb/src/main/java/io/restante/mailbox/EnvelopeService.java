package io.restante.mailbox;

import io.restante.access.Caller;
import io.restante.audit.AuditEntry;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.idempotency.Answer;
import io.restante.idempotency.Keep;
import io.restante.pipeline.Decision;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongFunction;
import org.jboss.logging.MDC;

/**
 * Envelopes for remote callers: every write goes through the pipeline and is answered after its
 * commit. Checks what needs no lock on the caller's thread.
 */
@ApplicationScoped
public class EnvelopeService {
  @Inject private MailboxWrites writes;
  @Inject private EnvelopeReader reader;
  @Inject private PullWaiters waiters;
  @Inject private EnvelopeCommands commands;

  @Resource private ManagedExecutorService executor;

  /**
   * Submits envelopes, each decided by itself.
   *
   * @param submissions what is well-formed, and why the others are not
   * @param keep how the answer is kept for retries
   */
  public CompletionStage<Answer<List<Decision<SubmitReceipt>>>> submit(
      Caller caller,
      List<Decision<Submission>> submissions,
      Optional<Keep<List<Decision<SubmitReceipt>>>> keep) {
    SubmitCommand command =
        commands.submit(
            caller,
            (String) MDC.get(AuditEntry.REQUEST_ID),
            submissions,
            keep.map(k -> k.keeping(resource(submissions), false)));
    if (command.mailboxIds().isEmpty()) {
      return CompletableFuture.completedStage(Answer.fresh(command.refusals(), null));
    }
    return writes.run(command);
  }

  /** Commits envelopes; one result for each identity, in order. */
  public CompletionStage<Answer<List<AcknowledgeResult>>> acknowledge(
      Caller caller,
      MailboxAddress mailbox,
      List<EnvelopeIdentity> identities,
      Optional<Keep<List<AcknowledgeResult>>> keep) {
    return onMailbox(
        caller,
        mailbox,
        id ->
            new AcknowledgeCommand(
                id,
                commands.requireItems(identities),
                keep.map(k -> k.keeping(mailbox.resource(), false))));
  }

  /** Discards one envelope. */
  public CompletionStage<Answer<DiscardReceipt>> discard(
      Caller caller,
      MailboxAddress mailbox,
      EnvelopeIdentity identity,
      DiscardReason reason,
      Optional<Keep<DiscardReceipt>> keep) {
    return onMailbox(
        caller,
        mailbox,
        id ->
            new DiscardCommand(
                id, identity, reason, keep.map(k -> k.keeping(mailbox.resource(), false))));
  }

  /** Takes and commits the oldest envelopes. The kept answer is sealed: it holds bodies. */
  public CompletionStage<Answer<List<PendingEnvelope>>> drain(
      Caller caller,
      MailboxAddress mailbox,
      int limit,
      Optional<Keep<List<PendingEnvelope>>> keep) {
    return onMailbox(
        caller,
        mailbox,
        id -> new DrainCommand(id, limit, keep.map(k -> k.keeping(mailbox.resource(), true))));
  }

  /**
   * Reads a page; an empty one waits for mail as long as the caller likes, without a thread or a
   * connection.
   */
  public CompletionStage<EnvelopePage> pull(Caller caller, PullQuery query, Duration wait) {
    return poll(caller, query, System.nanoTime() + wait.toNanos());
  }

  /**
   * Refuses a caller that may not receive there, or a mailbox that is not there.
   *
   * @return the mailbox's id, which one that is made anew under the same name does not get again
   */
  public long requireReceiver(Caller caller, MailboxAddress mailbox) {
    return commands.receiving(caller, mailbox);
  }

  public long count(Caller caller, MailboxAddress mailbox, String sender) {
    return reader.count(commands.receiving(caller, mailbox), sender);
  }

  private CompletionStage<EnvelopePage> poll(Caller caller, PullQuery query, long deadline) {
    long mailboxId = commands.receiving(caller, query.mailbox());
    PullWaiters.Waiter waiter = waiters.listen(mailboxId);
    Duration left = Duration.ofNanos(deadline - System.nanoTime());
    EnvelopePage page;
    try {
      page = reader.page(mailboxId, query);
    } catch (RuntimeException failure) {
      waiter.leave();
      throw failure;
    }
    if (!page.envelopes().isEmpty() || left.isNegative() || left.isZero()) {
      waiter.leave();
      return CompletableFuture.completedStage(page);
    }
    return waiter
        .await(left)
        .thenComposeAsync(nothing -> poll(caller, query, deadline), executor)
        .exceptionallyCompose(EnvelopeService::toldOfTheStop);
  }

  /** A server that stops lets no waiting pull go on: its caller may ask another node. */
  private static CompletionStage<EnvelopePage> toldOfTheStop(Throwable failure) {
    boolean stopping =
        failure instanceof RejectedExecutionException
            || failure.getCause() instanceof RejectedExecutionException;
    return CompletableFuture.failedStage(
        stopping
            ? new RestanteException(
                ErrorCode.UNAVAILABLE, "The server is stopping.", Duration.ofSeconds(1))
            : failure);
  }

  private <T> CompletionStage<Answer<T>> onMailbox(
      Caller caller, MailboxAddress mailbox, LongFunction<MailboxCommand<T>> command) {
    return writes.run(command.apply(commands.receiving(caller, mailbox)));
  }

  private static String resource(List<Decision<Submission>> submissions) {
    Submission single = submissions.size() == 1 ? submissions.get(0).result() : null;
    return single == null ? "mailboxes" : single.mailbox().resource();
  }
}
