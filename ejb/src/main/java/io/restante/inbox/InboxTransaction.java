package io.restante.inbox;

import io.restante.outbox.Outbox;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the inbox does in transactions of its own: a failure, or a sweep, each one whole. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class InboxTransaction {
  @Inject private JdbcInboxStore store;
  @Inject private Outbox outbox;
  @Inject private InboxConfig config;
  @Inject private Clock clock;

  /**
   * Counts a failure. With the one that makes the message dead, a reference to it is stored for
   * administrators; a crash leaves both or neither.
   */
  public InboxFailure fail(InboxScope scope, InboxMessage message, String error, int maxAttempts) {
    Instant now = clock.instant();
    JdbcInboxStore.State state = store.fail(scope, message, now, error, maxAttempts);
    if (state.isCompleted()) {
      return new InboxFailure.Ignored();
    }
    if (!state.isDead()) {
      return new InboxFailure.Retry(state.attempts());
    }
    if (state.deadAt().equals(now)) {
      outbox.insert(List.of(InboxReference.of(scope, message.id(), state).intent(now)));
    }
    return new InboxFailure.NowDead(state.attempts());
  }

  /** Sweeps what is old enough by configuration; nothing where that says never. */
  public int sweep(JdbcInboxStore.Sweep sweep, int limit) {
    Optional<Duration> age =
        switch (sweep) {
          case COMPLETED -> Optional.of(config.completedMaxAge());
          case INCOMPLETE -> config.incompleteMaxAge();
          case DEAD -> config.deadMaxAge();
        };
    return age.map(maxAge -> sweep(sweep, null, maxAge, limit)).orElse(0);
  }

  public int sweep(JdbcInboxStore.Sweep sweep, InboxScope scope, Duration age, int limit) {
    return store.sweep(sweep, scope, clock.instant().minus(age), limit);
  }
}
