package io.restante.bench;

/** One of many callers of a system under load, for one thread. */
interface Client extends AutoCloseable {
  /**
   * Does its work once.
   *
   * @return how many messages that were
   */
  int work();

  @Override
  void close();
}
