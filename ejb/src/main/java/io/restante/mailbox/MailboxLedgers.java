package io.restante.mailbox;

import io.restante.outbox.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Opens the ledger of a transaction. */
@ApplicationScoped
class MailboxLedgers {
  @Inject private JpaMailboxStore store;
  @Inject private Outbox outbox;
  @Inject private MailboxConfig config;
  @Inject private Clock clock;

  /**
   * With all that the commands need.
   *
   * @param waiting whether to wait for mailboxes that somebody else has locked; if not, they are
   *     contended
   */
  MailboxLedger open(Collection<? extends MailboxCommand<?>> commands, boolean waiting) {
    SortedSet<Long> mailboxIds =
        commands.stream()
            .flatMap(command -> command.mailboxIds().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    Collection<Identity> identities =
        commands.stream()
            .flatMap(command -> command.identities().stream())
            .collect(Collectors.toSet());
    SortedSet<Long> events =
        commands.stream()
            .flatMap(command -> command.events().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    MailboxLedger ledger = empty().open(waiting, mailboxIds, identities, events);
    ledger.tryToOpen(
        commands.stream().<Identity>flatMap(command -> command.finalizing().stream()).toList());
    return ledger;
  }

  /** With one mailbox. */
  MailboxLedger open(long mailboxId) {
    return empty().open(true, new TreeSet<>(List.of(mailboxId)), List.of(), new TreeSet<>());
  }

  private MailboxLedger empty() {
    return new MailboxLedger(store, outbox, config, clock.instant());
  }
}
