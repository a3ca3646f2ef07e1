package io.restante.database;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;

/**
 * Does something once the transaction is committed, and nothing if it is not; to be registered as
 * an interposed synchronization.
 */
public record AfterCommit(Runnable then) implements Synchronization {
  @Override
  public void beforeCompletion() {}

  @Override
  public void afterCompletion(int status) {
    if (status == Status.STATUS_COMMITTED) {
      then.run();
    }
  }
}
