package io.restante.outbox;

import io.restante.database.AfterCommit;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;

/**
 * The outbox in the transaction of a change: to store what the change causes, or to finish what it
 * carries out. Outbox rows are locked after all others that the transaction needs, except kept
 * answers.
 */
@ApplicationScoped
public class Outbox {
  @Inject private JpaOutboxStore store;
  @Inject private OutboxDispatch dispatch;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  private TransactionSynchronizationRegistry transaction;

  /**
   * Stores intents, and has them published after the commit. Of those with a key, the ones that
   * wait already are locked instead, until this transaction ends: so none of them is published
   * before it is committed.
   */
  public void insert(Collection<OutboxIntent> intents) {
    if (intents.isEmpty()) {
      return;
    }
    Set<String> waiting = store.lockWaiting(intents);
    store.insert(intents.stream().filter(intent -> !intent.isAmong(waiting)).toList());
    nudgeAfterCommit();
  }

  /** Has what this transaction makes due published after the commit. */
  void nudgeAfterCommit() {
    transaction.registerInterposedSynchronization(new AfterCommit(dispatch::nudge));
  }

  /** Locks events and says which of them nobody has finished; waits for whoever holds them. */
  public Set<Long> lockOpen(SortedSet<Long> ids) {
    return store.lock(ids).stream()
        .filter(OutboxEvent::isOpen)
        .map(OutboxEvent::id)
        .collect(Collectors.toSet());
  }

  /** Finishes events that this transaction has locked, and whose effects it holds. */
  public void done(SortedSet<Long> ids, Instant now) {
    ids.forEach(id -> store.locked(id).done(now));
  }
}
