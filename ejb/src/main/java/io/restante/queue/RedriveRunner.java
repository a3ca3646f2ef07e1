package io.restante.queue;

import io.restante.database.FailureLog;
import io.restante.database.TransactionRetry;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.sweep.BoundedSweep;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
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

  /**
   * Blocks until there is nothing left that could be done now. What is refused waits, and so do the
   * other orders of its queue, which are not tried in this round: each might wait for a lock.
   */
  void run() {
    Map<Long, ErrorCode> refusals = new HashMap<>();
    for (JpaRedriveStore.Due order : pieces.due()) {
      ErrorCode refusal =
          refusals.computeIfAbsent(order.queueId(), queue -> goOn(order).orElse(null));
      if (refusal != null) {
        leave(order, refusal);
      }
    }
  }

  /** Does piece after piece; returns why the queue refused one, if it did. */
  private Optional<ErrorCode> goOn(JpaRedriveStore.Due order) {
    try {
      while (retry.call(() -> pieces.step(order))) {
        BoundedSweep.pause();
      }
    } catch (RestanteException refusal) {
      return Optional.of(refusal.code());
    } catch (RuntimeException failure) {
      FailureLog.failed("A piece of an order to redrive", failure);
      leave(order, ErrorCode.INTERNAL);
    }
    return Optional.empty();
  }

  private void leave(JpaRedriveStore.Due order, ErrorCode refusal) {
    try {
      retry.run(() -> pieces.refuse(order, refusal));
    } catch (RestanteException unwilling) {
      LOG.debugf("An order to redrive is left to the next round: %s.", unwilling.code());
    }
  }
}
