package io.restante.mailbox;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.error.NotFoundException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Compares counters with rows, marks mailboxes that drifted, and repairs them.
 *
 * <p>Comparing locks nothing. Marking and repairing lock the mailbox's row and count again under
 * the lock, when nobody can change what is counted. A crash in between leaves it as it was.
 */
@Stateless
public class MailboxCheckService {
  @Inject private JpaMailboxStore store;
  @Inject private JpaMailboxCountStore counts;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  /** The ids of the next mailboxes to compare, ascending. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public List<Long> next(String domain, MailboxPattern pattern, long after, int limit) {
    return counts.ids(domain, pattern, after, limit);
  }

  /** Counts without a lock; nothing if the mailbox is gone. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public Optional<MailboxCount> compare(long mailboxId) {
    return counts.count(mailboxId);
  }

  /** Counts under the lock, and marks the mailbox if its counters contradict its rows. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public Optional<MailboxCount> confirm(long mailboxId) {
    return store
        .lockToChange(mailboxId)
        .flatMap(locked -> counts.count(mailboxId))
        .map(count -> count.isMarked() || count.isSound() ? count : mark(mailboxId, count));
  }

  /** How many mailboxes are marked. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public long drifted() {
    return counts.drifted();
  }

  /** Whether the caller may check; the act is audited. */
  public void recordCheck(Caller caller, String domain, MailboxPattern pattern) {
    access.requireAdministrator(caller, "mailbox.check");
    audit.record(
        AuditEntry.of(caller.principalId(), "mailbox.check")
            .in(domain)
            .on("mailboxes/" + pattern.text()));
  }

  /**
   * Makes the counters equal to the rows, and the next sequence higher than every stored one and
   * not lower than it was; then the mailbox takes writes again.
   */
  public MailboxRepair repair(Caller caller, String domain, String mailbox) {
    access.requireAdministrator(caller, "mailbox.repair");
    MailboxAddress address = new MailboxAddress(domain, mailbox);
    long id = store.requireId(address);
    MailboxCount found =
        store
            .lockToChange(id)
            .flatMap(locked -> counts.count(id))
            .orElseThrow(NotFoundException::new);
    MailboxRepair repair =
        new MailboxRepair(
            address, found.counters(), found.rows().notBelow(found.counters().nextSequence()));
    counts.repair(id, repair.after());
    audit.record(
        AuditEntry.of(caller.principalId(), "mailbox.repair")
            .in(address.domain())
            .on(address.resource())
            .withDetail("before: " + repair.before().text() + "; after: " + repair.after().text()));
    return repair;
  }

  private MailboxCount mark(long mailboxId, MailboxCount count) {
    Instant now = clock.instant();
    counts.mark(mailboxId, now);
    audit.record(
        AuditEntry.of(null, "mailbox.drift")
            .in(count.address().domain())
            .on(count.address().resource())
            .withDetail("counters: " + count.counters().text() + "; rows: " + count.rows().text()));
    return count.markedAt(now);
  }
}
