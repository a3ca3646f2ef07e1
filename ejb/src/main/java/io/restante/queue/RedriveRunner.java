package io.restante.queue;

import io.restante.database.TransactionRetry;
import io.restante.error.RestanteException;
import io.restante.sweep.BoundedSweep;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.logging.Logger;

/** Goes on with orders to redrive, piece by piece. Several runners at once take turns. */
@ApplicationScoped
class RedriveRunner {
  private static final Logger LOG = Logger.getLogger(RedriveRunner.class);

  @Inject private RedriveTransaction pieces;
  @Inject private TransactionRetry retry;
  @Resource private ManagedExecutorService executor;

  /** Does not block; if it cannot be begun now, the timer will. */
  void startSoon() {
    try {
      executor.execute(this::run);
    } catch (RejectedExecutionException busy) {
      LOG.debug("An order to redrive is left to the timer.");
    }
  }

  /** Blocks until there is nothing left that could be done now. */
  void run() {
    pieces.due().forEach(this::run);
  }

  private void run(JpaRedriveStore.Due order) {
    while (step(order)) {
      BoundedSweep.pause();
    }
  }

  /** What is refused, for instance since the queue takes no writes, is tried in the next round. */
  private boolean step(JpaRedriveStore.Due order) {
    try {
      return retry.call(() -> pieces.step(order));
    } catch (RestanteException refusal) {
      LOG.warnf("A piece of an order to redrive was refused: %s.", refusal.code());
      return false;
    }
  }
}
