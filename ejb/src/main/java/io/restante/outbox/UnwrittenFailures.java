package io.restante.outbox;

import io.restante.error.ErrorCode;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Attempts that failed while the database took no writes: they are written as soon as it does. In
 * memory only; what is lost with the node is taken back by the reconciler.
 */
@ApplicationScoped
class UnwrittenFailures {
  private static final int MOST = 10_000;

  private final Set<Long> eventIds = ConcurrentHashMap.newKeySet();

  @Inject private OutboxService events;

  void add(long eventId) {
    if (eventIds.size() < MOST) {
      eventIds.add(eventId);
    }
  }

  /** Writes them, until the database refuses again, which it throws. */
  void write() {
    for (long eventId : List.copyOf(eventIds)) {
      events.failed(eventId, ErrorCode.UNAVAILABLE.name());
      eventIds.remove(eventId);
    }
  }
}
