package io.restante.outbox;

import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

/** Carries out what an administrator of the broker wants with a reference, and audits it. */
@Stateless
public class RedriveService {
  @Inject @Any private Instance<Redriver> redrivers;
  @Inject private Outbox outbox;
  @Inject private AuditTrail audit;

  /**
   * Begins what the reference names anew, in one transaction with the audit's entry; its outcome is
   * {@code STALE} if it was begun anew, or finished, since the reference was written, or if its own
   * time is over, and then it stays as it is. Safe to repeat.
   *
   * @throws IllegalArgumentException if there is nothing of its kind
   */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public void redrive(DeadLetterReference reference) {
    Redriver redriver =
        redrivers.stream()
            .filter(each -> each.handles(reference.kind()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("kind"));
    boolean begun = redriver.redrive(reference);
    audit.record(
        AuditEntry.of(null, "dead-letter.redrive")
            .in(reference.domain())
            .on(reference.resource())
            .withOutcome(begun ? AuditEntry.DONE : "STALE")
            .withDetail(
                "%s %d, generation %d"
                    .formatted(reference.kind(), reference.id(), reference.generation())));
    outbox.nudgeAfterCommit();
  }
}
