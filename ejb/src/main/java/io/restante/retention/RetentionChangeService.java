package io.restante.retention;

import com.github.f4b6a3.uuid.UuidCreator;
import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.database.AfterCommit;
import io.restante.domain.DomainService;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import io.restante.mailbox.EnvelopeCutter;
import io.restante.mailbox.MailboxPattern;
import io.restante.mailbox.RetentionCut;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Clock;
import java.util.List;

/**
 * Previews, confirms and shows retention changes; administrators' acts, each audited in its own
 * transaction. The work itself is that of {@link RetentionBatchTransaction}.
 */
@Stateless
public class RetentionChangeService {
  @Inject private JpaRetentionChangeStore store;
  @Inject private Confirmations confirmations;
  @Inject private RetentionRunner runner;
  @Inject private EnvelopeCutter cutter;
  @Inject private DomainService domains;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /** A preview, with the token that confirms it. */
  public record Previewed(RetentionChangeState state, String confirmationToken) {}

  /**
   * A page of changes, newest first.
   *
   * @param position where the next page begins
   */
  public record Page(List<RetentionChangeState> changes, long position, boolean hasMore) {}

  /**
   * Finds out what a shorter life would do, and does nothing. Reads every envelope of the mailboxes
   * and locks none.
   *
   * @param domain null for all domains
   * @throws ValidationFailedException if the pattern is none or the life is out of bounds
   */
  public Previewed preview(Caller caller, String domain, String mailboxPattern, Long ttlSeconds) {
    access.requireAdministrator(caller, "retention-change.preview");
    MailboxPattern pattern = new MailboxPattern(mailboxPattern);
    if (domain != null) {
      Identifiers.require("domain", domain);
      domains.requireId(domain);
    }
    RetentionCut cut = cutter.fix(ttlSeconds);
    RetentionChange change =
        new RetentionChange(
            UuidCreator.getTimeOrderedEpoch().toString(),
            caller.principalId(),
            domain,
            pattern,
            cut);
    RetentionPreview found = store.add(change, pattern, cut);
    change.preview(found);
    record(
        caller,
        "retention-change.preview",
        change,
        "mailboxes "
            + pattern.text()
            + ", ttlSeconds "
            + ttlSeconds
            + ", remove "
            + found.remove().count()
            + ", shorten "
            + found.shorten().count());
    return new Previewed(change.state(store.left(change.key())), confirmations.seal(change));
  }

  /**
   * Confirms a preview: its run begins at once, in the background. Doing so again changes nothing.
   *
   * @throws RestanteException TOKEN_INVALID or TOKEN_EXPIRED
   */
  public RetentionChangeState apply(Caller caller, String changeId, String confirmationToken) {
    access.requireAdministrator(caller, "retention-change.apply");
    Identifiers.require("change", changeId);
    if (confirmationToken == null) {
      throw new ValidationFailedException("confirmationToken", "must be present");
    }
    RetentionChange change = store.lock(changeId).orElseThrow(NotFoundException::new);
    confirmations.require(change, caller.principalId(), confirmationToken);
    if (change.apply(clock.instant())) {
      record(caller, "retention-change.apply", change, null);
      transaction.registerInterposedSynchronization(new AfterCommit(runner::startSoon));
    }
    return change.state(store.left(change.key()));
  }

  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public RetentionChangeState get(Caller caller, String changeId) {
    access.requireAdministrator(caller, "retention-change.show");
    Identifiers.require("change", changeId);
    RetentionChange change = store.find(changeId).orElseThrow(NotFoundException::new);
    return change.state(store.left(change.key()));
  }

  /**
   * @param before the position of the page before, or {@link Long#MAX_VALUE}
   */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public Page page(Caller caller, long before, int limit) {
    access.requireAdministrator(caller, "retention-change.list");
    List<RetentionChange> found = store.page(before, limit + 1);
    List<RetentionChange> taken = found.subList(0, Math.min(found.size(), limit));
    return new Page(
        taken.stream().map(change -> change.state(store.left(change.key()))).toList(),
        taken.isEmpty() ? before : taken.get(taken.size() - 1).key(),
        found.size() > limit);
  }

  private void record(Caller caller, String action, RetentionChange change, String detail) {
    audit.record(
        AuditEntry.of(caller.principalId(), action)
            .in(change.domain())
            .on(change.resource())
            .withDetail(detail));
  }
}
