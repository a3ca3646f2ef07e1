package io.restante.outbox;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * The life of an event, one short transaction for each step. A crash after a lease only delays: the
 * event is due again when the lease is over. A crash after the effect cannot be, since the effect's
 * own transaction marks the event as done.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class OutboxService {
  private static final Logger LOG = Logger.getLogger(OutboxService.class);
  private static final Duration LEASE = Duration.ofSeconds(30);

  @Inject private JpaOutboxStore store;
  @Inject private OutboxConfig config;
  @Inject private Clock clock;

  /** Leases events that are due, oldest first; several nodes get different ones. */
  public List<DueEvent> lease(EventType type, int limit) {
    Instant now = clock.instant();
    List<OutboxEvent> due = store.lockDue(type, now, limit);
    due.forEach(event -> event.lease(now.plus(LEASE)));
    return due.stream().map(OutboxEvent::due).toList();
  }

  /** An attempt failed; does nothing to an event that somebody finished meanwhile. */
  public void failed(long eventId, String error) {
    store
        .lock(eventId)
        .filter(OutboxEvent::isPending)
        .ifPresent(
            event -> {
              event.failed(error, clock.instant());
              if (event.isDead()) {
                LOG.warnf("Outbox event %d is given up after its last attempt: %s", eventId, error);
              }
            });
  }

  /** Removes at most so many events that were finished long enough ago. */
  public int prune(int limit) {
    Instant now = clock.instant();
    int done = store.prune(OutboxEvent.State.DONE, now.minus(config.doneMaxAge()), limit);
    return done + store.prune(OutboxEvent.State.DEAD, now.minus(config.deadMaxAge()), limit - done);
  }
}
