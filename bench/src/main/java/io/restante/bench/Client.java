package io.restante.bench;

import java.util.function.BooleanSupplier;

/** One of many callers of a system under load, for one thread. */
interface Client extends AutoCloseable {
  /** What {@link #work} returns when there is nothing to do any more. */
  int NOTHING_LEFT = -1;

  /**
   * Does its work once.
   *
   * @return how many messages that were; or {@link #NOTHING_LEFT}, which ends its part of the load
   *     early
   */
  int work();

  @Override
  void close();

  /** The same client, which finds nothing to do any more once the condition is not met. */
  static Client whileTrue(BooleanSupplier condition, Client client) {
    return new Client() {
      @Override
      public int work() {
        return condition.getAsBoolean() ? client.work() : NOTHING_LEFT;
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }
}
