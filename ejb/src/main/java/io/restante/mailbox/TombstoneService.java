package io.restante.mailbox;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.error.ValidationFailedException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Prunes tombstones by age, committed and discarded ones alike, and nothing that is pending. It
 * deletes by the index of {@code finalized_at}, without the mailbox's lock: a sender's retry that
 * races it finds the tombstone or finds none, and either is an answer of its moment.
 */
@Stateless
public class TombstoneService {
  @Inject private JpaMailboxStore store;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private MailboxConfig config;
  @Inject private Clock clock;

  /** Removes at most so many that are older than the configured age; none if that is never. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public int pruneByConfiguration(int limit) {
    return config.tombstoneMaxAge().map(age -> prune(age, limit)).orElse(0);
  }

  /** Removes at most so many that are of the age or older. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public int pruneByAge(Duration maxAge, int limit) {
    return prune(maxAge, limit);
  }

  /**
   * Whether the caller may prune by hand; the act is audited, by itself, so that the record is
   * there also if the node crashes in the middle.
   */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public void requirePruner(Caller caller, long maxAgeSeconds) {
    access.requireAdministrator(caller, "tombstone.prune");
    if (maxAgeSeconds < 0 || maxAgeSeconds > Duration.ofDays(36_500).toSeconds()) {
      throw new ValidationFailedException("maxAgeSeconds", "must be 0 to 3153600000");
    }
    audit.record(
        AuditEntry.of(caller.principalId(), "tombstone.prune")
            .withDetail("maxAgeSeconds " + maxAgeSeconds));
  }

  private int prune(Duration maxAge, int limit) {
    Instant until = clock.instant().minus(maxAge);
    return store.deleteTombstones(until, limit);
  }
}
