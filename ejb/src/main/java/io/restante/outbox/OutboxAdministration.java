package io.restante.outbox;

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
import java.util.EnumSet;

/** The outbox for administrators: what is in it, and another try for what was given up. */
@Stateless
public class OutboxAdministration {
  private static final int DEAD = 100;

  @Inject private JpaOutboxStore store;
  @Inject private Outbox outbox;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Clock clock;

  /** Reads without locks. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public OutboxState state(Caller caller) {
    access.requireAdministrator(caller, "outbox.read");
    return new OutboxState(
        store.count(EnumSet.allOf(OutboxEvent.State.class)),
        store.newestDead(DEAD).stream().map(OutboxEvent::dead).toList());
  }

  /**
   * Has an event that was given up tried again, audited.
   *
   * @throws io.restante.error.RestanteException CONFLICT if it was not given up
   */
  public void retry(Caller caller, long eventId) {
    access.requireAdministrator(caller, "outbox.retry");
    OutboxEvent event = store.lock(eventId).orElseThrow(NotFoundException::new);
    event.retry(clock.instant());
    audit.record(
        AuditEntry.of(caller.principalId(), "outbox.retry").withDetail("event " + eventId));
    outbox.nudgeAfterCommit();
  }
}
