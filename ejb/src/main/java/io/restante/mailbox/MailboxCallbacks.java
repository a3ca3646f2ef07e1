package io.restante.mailbox;

import io.restante.error.NotFoundException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Whether mailboxes have a callback, in the caller's transaction: the row is locked before anything
 * that belongs to it, so a submit either sees the callback, or was committed before it was there.
 */
@ApplicationScoped
public class MailboxCallbacks {
  @Inject private JpaMailboxStore store;

  /**
   * Locks the mailbox and says that it has a callback, or none any more.
   *
   * @return the mailbox's id
   * @throws NotFoundException if there is no such mailbox
   */
  public long set(MailboxAddress address, boolean present) {
    Mailbox mailbox = store.lockToChange(address).orElseThrow(NotFoundException::new);
    mailbox.setCallback(present);
    return mailbox.id();
  }

  /**
   * The id of a mailbox, read without a lock.
   *
   * @throws NotFoundException if there is no such mailbox
   */
  public long requireId(MailboxAddress address) {
    return store.requireId(address);
  }

  /** The address of a mailbox that exists, read without a lock. */
  public Optional<MailboxAddress> address(long mailboxId) {
    return store.address(mailboxId);
  }
}
