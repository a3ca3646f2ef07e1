package io.restante.mailbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;

/** Tells those who wait for mail that there is some, once it is committed. */
@ApplicationScoped
class MailboxGrowth {
  private PullWaiters waiters;
  private List<GrowthListener> listeners;

  /** For the container. */
  protected MailboxGrowth() {}

  @Inject
  MailboxGrowth(PullWaiters waiters, @Any Instance<GrowthListener> listeners) {
    this.waiters = waiters;
    this.listeners = listeners.stream().toList();
  }

  void committed(Set<Long> mailboxIds) {
    mailboxIds.forEach(waiters::wake);
    listeners.forEach(listener -> listener.grown(mailboxIds));
  }
}
