package io.restante.test.durability;

import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Reply;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Repeats a request, unchanged, until the server has decided it. */
final class PersistentCaller {

  /** Longer than any restart takes on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Observations observations;

  PersistentCaller(Observations observations) {
    this.observations = observations;
  }

  /**
   * A decision of the server.
   *
   * @param attempts how often it was asked; more than once if it gave no answer or no decision
   */
  record Decision(Reply reply, int attempts) {

    /** Whether an earlier attempt may have been carried out without the caller knowing. */
    boolean isOfRetry() {
      return attempts > 1;
    }
  }

  Decision untilDecided(Supplier<Reply> request) {
    AtomicInteger attempts = new AtomicInteger();
    Optional<Reply> reply =
        await()
            .pollInSameThread()
            .pollDelay(Duration.ZERO)
            .pollInterval(PAUSE)
            .atMost(PATIENCE)
            .until(() -> attempt(request, attempts), Optional::isPresent);
    return new Decision(reply.orElseThrow(), attempts.get());
  }

  private Optional<Reply> attempt(Supplier<Reply> request, AtomicInteger attempts) {
    attempts.incrementAndGet();
    boolean away = observations.isServerAway();
    try {
      Reply reply = request.get();
      boolean undecided = observations.isUndecided(reply, away || observations.isServerAway());
      return undecided ? Optional.empty() : Optional.of(reply);
    } catch (UncheckedIOException e) {
      observations.broken(e, away || observations.isServerAway());
      return Optional.empty();
    }
  }
}
