package io.restante.mailbox;

import io.restante.access.Caller;
import io.restante.database.TransactionRetry;
import io.restante.sweep.BoundedSweep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;

/** Pruning of tombstones by an administrator's hand. */
@ApplicationScoped
public class TombstonePruning {
  @Inject private TombstoneService tombstones;
  @Inject private TransactionRetry retry;

  /**
   * Prunes all of the age or older, piece by piece, and says how many. To be called outside of any
   * transaction: each piece is one of its own, so there may be any number of them.
   */
  public long now(Caller caller, long maxAgeSeconds) {
    tombstones.requirePruner(caller, maxAgeSeconds);
    Duration maxAge = Duration.ofSeconds(maxAgeSeconds);
    return BoundedSweep.run(
        limit -> retry.call(() -> tombstones.pruneByAge(maxAge, limit)), Integer.MAX_VALUE);
  }
}
