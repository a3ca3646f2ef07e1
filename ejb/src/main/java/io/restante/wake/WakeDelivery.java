package io.restante.wake;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.keys.Keys;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.MailboxCallbacks;
import io.restante.outbox.Outbox;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What the database knows of wakes that are sent, one short transaction for each step, none around
 * a call. Locks the callback's row, then events. A crash after a call that succeeded has it
 * repeated once the event is taken back; a doubled wake is harmless.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class WakeDelivery {
  @Inject private JpaWakeStore store;
  @Inject private MailboxCallbacks mailboxes;
  @Inject private AccessControl access;
  @Inject private Outbox outbox;
  @Inject private Keys keys;
  @Inject private Clock clock;

  /**
   * Reads what is to be called now; nothing if the mailbox or its callback is gone.
   *
   * @throws io.restante.keys.MissingKeyException if this node lacks the callback's key
   */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public Optional<DueWake> find(long mailboxId) {
    return store
        .read(mailboxId)
        .flatMap(wake -> mailboxes.address(mailboxId).map(address -> due(wake, address)));
  }

  /** The receiver was told: the event is done. */
  public void told(long mailboxId, long eventId) {
    Instant now = clock.instant();
    store.lock(mailboxId).ifPresent(wake -> wake.succeeded(now));
    outbox.done(new TreeSet<>(outbox.lockOpen(new TreeSet<>(List.of(eventId)))), now);
  }

  /** Notes for whoever registered the callback that it did not work. */
  public void notTold(long mailboxId, String code) {
    store.lock(mailboxId).ifPresent(wake -> wake.failed(code, clock.instant()));
  }

  private DueWake due(MailboxWake wake, MailboxAddress address) {
    boolean allowed =
        access.allows(
            new Caller(wake.principal()),
            Capability.MAILBOX_RECEIVE,
            address.domain(),
            address.resource());
    return new DueWake(address, allowed, wake.callback(keys).orElse(null));
  }
}
