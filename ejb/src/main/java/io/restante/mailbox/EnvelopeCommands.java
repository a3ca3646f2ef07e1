package io.restante.mailbox;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.idempotency.Keeping;
import io.restante.pipeline.Decision;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Everything about a write that needs no lock: rights, mailboxes, digests, bounds. */
@ApplicationScoped
class EnvelopeCommands {
  static final int MAX_ITEMS = 100;

  @Inject private AccessControl access;
  @Inject private MailboxDirectory directory;
  @Inject private BodySeal seal;

  SubmitCommand submit(
      Caller caller,
      String requestId,
      List<Decision<Submission>> submissions,
      Optional<Keeping<List<Decision<SubmitReceipt>>>> keeping) {
    requireItems(submissions);
    List<Submission> wellFormed =
        submissions.stream().map(Decision::result).filter(Objects::nonNull).toList();
    if (wellFormed.stream().map(EnvelopeCommands::target).distinct().count() < wellFormed.size()) {
      throw new ValidationFailedException(
          "items", "must not name one messageId of one mailbox twice");
    }
    Map<MailboxAddress, Decision<MailboxEntry>> targets = new HashMap<>();
    Map<MailboxAddress, Decision<Long>> homes = new HashMap<>();
    return new SubmitCommand(
        caller.principalId(),
        requestId,
        submissions.stream().map(submission -> item(caller, submission, targets, homes)).toList(),
        keeping);
  }

  /** The id of a mailbox that the caller may receive from. */
  long receiving(Caller caller, MailboxAddress mailbox) {
    access.require(caller, Capability.MAILBOX_RECEIVE, mailbox.domain(), mailbox.resource());
    return directory.require(mailbox).id();
  }

  <T> List<T> requireItems(List<T> items) {
    if (items.isEmpty() || items.size() > MAX_ITEMS) {
      throw new ValidationFailedException("items", "must be 1 to " + MAX_ITEMS);
    }
    return items;
  }

  /**
   * @param targets the mailboxes that the caller may submit to, or why not: each is found, and a
   *     refusal audited, once for all items
   * @param homes the same of the mailboxes where the sender wants to be told
   */
  private SubmitCommand.Item item(
      Caller caller,
      Decision<Submission> wanted,
      Map<MailboxAddress, Decision<MailboxEntry>> targets,
      Map<MailboxAddress, Decision<Long>> homes) {
    if (wanted.refusal() != null) {
      return SubmitCommand.Item.refused(wanted.refusal());
    }
    Submission submission = wanted.result();
    Decision<MailboxEntry> target =
        targets.computeIfAbsent(
            submission.mailbox(), mailbox -> Decision.from(() -> submitting(caller, mailbox)));
    if (target.refusal() != null) {
      return SubmitCommand.Item.refused(target.refusal());
    }
    Decision<Long> acknowledgeTo =
        submission.acknowledgeTo() == null
            ? Decision.of(null)
            : homes.computeIfAbsent(
                new MailboxAddress(submission.mailbox().domain(), submission.acknowledgeTo()),
                home -> Decision.from(() -> acknowledgeTo(caller, home)));
    if (acknowledgeTo.refusal() != null) {
      return SubmitCommand.Item.refused(acknowledgeTo.refusal());
    }
    MailboxEntry mailbox = target.result();
    return new SubmitCommand.Item(
        mailbox.id(),
        submission,
        seal.store(caller.principalId(), submission, mailbox.sealed()),
        acknowledgeTo.result(),
        null);
  }

  /**
   * The id of the mailbox where the sender wants to be told. One that it does not receive from is
   * refused like one that is not there.
   */
  private long acknowledgeTo(Caller caller, MailboxAddress home) {
    try {
      return receiving(caller, home);
    } catch (RestanteException e) {
      if (e.code() != ErrorCode.NOT_FOUND && e.code() != ErrorCode.FORBIDDEN) {
        throw e;
      }
      throw new ValidationFailedException(
          "acknowledgeTo", "must be a mailbox of the same domain that you receive from");
    }
  }

  private MailboxEntry submitting(Caller caller, MailboxAddress mailbox) {
    access.require(caller, Capability.MAILBOX_SUBMIT, mailbox.domain(), mailbox.resource());
    return directory.require(mailbox);
  }

  private static List<String> target(Submission submission) {
    MailboxAddress mailbox = submission.mailbox();
    return List.of(mailbox.domain(), mailbox.mailbox(), submission.messageId());
  }
}
