package io.restante.outbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
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

  /** Stores intents, for after the commit. */
  public void insert(Collection<OutboxIntent> intents) {
    store.insert(intents);
  }

  /** Locks events and says which of them nobody has finished; waits for whoever holds them. */
  public Set<Long> lockPending(SortedSet<Long> ids) {
    return store.lock(ids).stream()
        .filter(OutboxEvent::isPending)
        .map(OutboxEvent::id)
        .collect(Collectors.toSet());
  }

  /** Finishes locked events, whose effects this transaction holds. */
  public void done(SortedSet<Long> ids, Instant now) {
    store.lock(ids).forEach(event -> event.done(now));
  }
}
