package io.restante.mailbox;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.access.Capability;
import io.restante.audit.AuditEntry;
import io.restante.audit.AuditTrail;
import io.restante.change.Change;
import io.restante.domain.DomainService;
import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes, changes, shows and deletes mailboxes. A change locks the mailbox's row; two that make one
 * mailbox at once meet the unique name, and the later is repeated and finds it there.
 */
@Stateless
public class MailboxService {
  private static final int SWEEP = 500;

  @Inject private JpaMailboxStore store;
  @Inject private DomainService domains;
  @Inject private AccessControl access;
  @Inject private AuditTrail audit;
  @Inject private MailboxDirectory directory;
  @Inject private MailboxLedgers ledgers;
  @Inject private MailboxConfig config;
  @Inject private Clock clock;

  /**
   * Makes the mailbox, or changes it.
   *
   * @param settings what it is to be, from the defaults or from what it is
   */
  public Change<MailboxState> put(
      Caller caller, MailboxAddress address, Function<MailboxSettings, MailboxSettings> settings) {
    access.require(caller, Capability.MAILBOX_MANAGE, address.domain(), address.resource());
    Optional<Mailbox> present = lock(address);
    MailboxSettings base = present.map(Mailbox::settings).orElseGet(MailboxSettings::defaults);
    MailboxSettings wanted = settings.apply(config.within(base));
    config.requireAllowed(wanted);
    if (present.isPresent()) {
      Mailbox mailbox = present.get();
      mailbox.requireSound();
      sweepExpired(mailbox);
      mailbox.change(wanted);
      directory.forget(address);
      audit.record(entry(caller, "mailbox.change", address));
      return Change.unchanged(mailbox.state(address));
    }
    Mailbox mailbox =
        new Mailbox(
            domains.requireId(address.domain()), address.mailbox(), wanted, clock.instant());
    store.add(mailbox);
    directory.forget(address);
    audit.record(entry(caller, "mailbox.create", address));
    return Change.created(mailbox.state(address));
  }

  /** Shows the mailbox; outside the caller's transaction, so that it shows what is committed. */
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public MailboxState get(Caller caller, MailboxAddress address) {
    access.require(caller, Capability.MAILBOX_MANAGE, address.domain(), address.resource());
    return store
        .findId(address)
        .flatMap(store::read)
        .map(mailbox -> mailbox.state(address))
        .orElseThrow(NotFoundException::new);
  }

  /**
   * Deletes the mailbox with its tombstones.
   *
   * @param force also with pending envelopes; for administrators of the domain
   * @throws RestanteException CONFLICT if it holds envelopes and is not forced
   */
  public void delete(Caller caller, MailboxAddress address, boolean force) {
    access.require(
        caller,
        force ? Capability.ADMIN : Capability.MAILBOX_MANAGE,
        address.domain(),
        address.resource());
    Mailbox mailbox = lock(address).orElseThrow(NotFoundException::new);
    if (!force) {
      mailbox.requireSound();
      sweepExpired(mailbox);
      if (!mailbox.isEmpty()) {
        throw new RestanteException(ErrorCode.CONFLICT, "The mailbox holds envelopes.");
      }
    }
    store.deleteWithContent(mailbox);
    directory.forget(address);
    audit.record(entry(caller, force ? "mailbox.delete.force" : "mailbox.delete", address));
  }

  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public Optional<MailboxEntry> find(MailboxAddress address) {
    return store.findEntry(address.domain(), address.mailbox());
  }

  /** Those that exist. */
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public List<MailboxEntry> entries(Collection<Long> ids) {
    return store.entries(ids);
  }

  private Optional<Mailbox> lock(MailboxAddress address) {
    return store.lockToChange(address);
  }

  private void sweepExpired(Mailbox mailbox) {
    MailboxLedger ledger = ledgers.open(mailbox.id());
    int swept;
    do {
      swept = ledger.sweepExpired(mailbox, SWEEP);
    } while (swept == SWEEP);
    do {
      swept = ledger.sweepQuarantine(mailbox, SWEEP);
    } while (swept == SWEEP);
    ledger.close();
  }

  private static AuditEntry entry(Caller caller, String action, MailboxAddress address) {
    return AuditEntry.of(caller.principalId(), action).in(address.domain()).on(address.resource());
  }
}
