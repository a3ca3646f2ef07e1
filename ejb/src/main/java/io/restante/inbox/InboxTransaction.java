package io.restante.inbox;

import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** What the inbox does in transactions of its own: a failure, or a sweep, each one whole. */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class InboxTransaction {
  @Inject private JdbcInboxStore store;
  @Inject private InboxConfig config;
  @Inject private Clock clock;

  public InboxFailure fail(InboxScope scope, InboxMessage message, String error, int maxAttempts) {
    JdbcInboxStore.State state = store.fail(scope, message, clock.instant(), error, maxAttempts);
    if (state.completed()) {
      return new InboxFailure.Ignored();
    }
    return state.dead()
        ? new InboxFailure.NowDead(state.attempts())
        : new InboxFailure.Retry(state.attempts());
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
