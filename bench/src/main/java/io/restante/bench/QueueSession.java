package io.restante.bench;

/** One connection to a queue of one of the systems that are compared, for one thread. */
interface QueueSession extends AutoCloseable {
  /** Stores one message, durably once this returns. */
  void enqueue();

  /**
   * Takes up to so many messages, none of which anybody else gets meanwhile, and acknowledges them,
   * durably once this returns.
   *
   * @return how many there were, 0 from an empty queue
   */
  int receiveAndAck(int most);

  @Override
  void close();
}
