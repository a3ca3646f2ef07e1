package io.restante.mailbox;

import io.restante.outbox.SubjectNames;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Names the mailboxes that outbox events are about. */
@ApplicationScoped
class MailboxNames implements SubjectNames {
  /** The {@code subject_type} of events about mailboxes. */
  static final String SUBJECT_TYPE = "mailbox";

  @Inject private JpaMailboxStore store;

  @Override
  public String subjectType() {
    return SUBJECT_TYPE;
  }

  @Override
  public Name nameOf(long mailboxId) {
    return store
        .address(mailboxId)
        .map(address -> new Name(address.domain(), address.resource()))
        .orElse(Name.NONE);
  }
}
