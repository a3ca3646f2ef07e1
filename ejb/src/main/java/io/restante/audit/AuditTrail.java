package io.restante.audit;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.time.Clock;
import java.time.Duration;

/**
 * Adds to the audit.
 *
 * <p>Table {@code audit_record}, only ever inserted into; no lock is taken.
 */
@Stateless
public class AuditTrail {
  @PersistenceContext private EntityManager entities;
  @Inject private Clock clock;

  /** Stored with the caller's transaction: what was decided and its record live or die together. */
  @TransactionAttribute(TransactionAttributeType.MANDATORY)
  public void record(AuditEntry entry) {
    store(entry);
  }

  /** Stored by itself: a refusal, which changes nothing else. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public void recordRefusal(AuditEntry entry) {
    store(entry);
  }

  /** Removes at most so many that are of the age or older. */
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public int prune(Duration age, int limit) {
    return entities
        .createNativeQuery("DELETE FROM audit_record WHERE at <= :until LIMIT :most")
        .setParameter("until", clock.instant().minus(age))
        .setParameter("most", limit)
        .executeUpdate();
  }

  private void store(AuditEntry entry) {
    entities.persist(new AuditRecord(clock.instant(), entry));
  }
}
