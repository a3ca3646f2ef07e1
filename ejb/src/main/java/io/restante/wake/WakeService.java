package io.restante.wake;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.change.Change;
import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.keys.Keys;
import io.restante.mailbox.MailboxAddress;
import io.restante.mailbox.MailboxCallbacks;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;

/**
 * Registers, shows and removes the callback of a mailbox, for whoever may receive there. A change
 * locks the mailbox's row, then the callback's; a crash before the commit leaves what was there.
 */
@Stateless
public class WakeService {
  @Inject private JpaWakeStore store;
  @Inject private MailboxCallbacks mailboxes;
  @Inject private Callbacks callbacks;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private Keys keys;
  @Inject private Clock clock;

  /**
   * Refuses what cannot be registered. Asks a name service and waits for it, so it is called
   * outside any transaction.
   *
   * @throws RestanteException CALLBACK_REFUSED if the host is not allowed or not known now
   */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void requireAllowed(Caller caller, MailboxAddress address, CallbackUrl url) {
    requireReceiver(caller, address);
    mailboxes.requireId(address);
    callbacks.requireAllowed(url);
  }

  /** Registers a callback in the place of the one that is there, with a secret of its own. */
  public Change<RegisteredWake> put(Caller caller, MailboxAddress address, CallbackUrl url) {
    requireReceiver(caller, address);
    long mailboxId = mailboxes.set(address, true);
    Optional<MailboxWake> present = store.lock(mailboxId);
    MailboxWake wake = present.orElseGet(() -> new MailboxWake(mailboxId));
    Callback callback = new Callback(url, CallbackSecret.generate());
    wake.register(caller.principalId(), callback, keys, clock.instant());
    if (present.isEmpty()) {
      store.add(wake);
    }
    audit.record(entry(caller, "wake.register", address));
    RegisteredWake registered =
        new RegisteredWake(url.text(), callback.secret().text(), wake.state(url).createdAt());
    return new Change<>(registered, present.isEmpty());
  }

  /**
   * Shows the callback of a mailbox.
   *
   * @throws NotFoundException if there is no such mailbox, or it has none
   */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public WakeState get(Caller caller, MailboxAddress address) {
    requireReceiver(caller, address);
    MailboxWake wake = store.read(mailboxes.requireId(address)).orElseThrow(NotFoundException::new);
    return wake.state(wake.callback(keys).map(Callback::url).orElseThrow(WakeService::damaged));
  }

  /**
   * Removes the callback of a mailbox; wakes that are under way may still arrive.
   *
   * @throws NotFoundException if there is no such mailbox, or it has none
   */
  public void remove(Caller caller, MailboxAddress address) {
    requireReceiver(caller, address);
    long mailboxId = mailboxes.set(address, false);
    store.remove(store.lock(mailboxId).orElseThrow(NotFoundException::new));
    audit.record(entry(caller, "wake.remove", address));
  }

  private void requireReceiver(Caller caller, MailboxAddress address) {
    access.require(caller, Capability.MAILBOX_RECEIVE, address.domain(), address.resource());
  }

  private static RestanteException damaged() {
    return new RestanteException(
        ErrorCode.STORAGE_DAMAGED, "The callback does not open; register it again.");
  }

  private static AuditEntry entry(Caller caller, String action, MailboxAddress address) {
    return AuditEntry.of(caller.principalId(), action).in(address.domain()).on(address.resource());
  }
}
