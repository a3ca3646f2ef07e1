package io.restante.bench;

import java.util.function.ToIntFunction;

/** What is done with a queue again and again. */
final class QueueClient implements Client {
  private static final int ATTEMPTS = 1_000;

  private final QueueSession session;
  private final ToIntFunction<QueueSession> work;

  private QueueClient(QueueSession session, ToIntFunction<QueueSession> work) {
    this.session = session;
    this.work = work;
  }

  /** Stores one message at a time. */
  static Client enqueuer(QueueSession session) {
    return new QueueClient(
        session,
        queue -> {
          queue.enqueue();
          return 1;
        });
  }

  /** Takes and acknowledges so many at a time, until nothing is left. */
  static Client consumer(QueueSession session, int page) {
    return new QueueClient(
        session,
        queue -> {
          int messages = queue.receiveAndAck(page);
          return messages == 0 ? Client.NOTHING_LEFT : messages;
        });
  }

  /** Stores a message, takes one, which is rarely the same, and acknowledges it. */
  static Client life(QueueSession session) {
    return new QueueClient(
        session,
        queue -> {
          queue.enqueue();
          for (int i = 0; i < ATTEMPTS; i++) {
            if (queue.receiveAndAck(1) == 1) {
              return 1;
            }
          }
          throw new IllegalStateException("A message was stored, and none is found.");
        });
  }

  @Override
  public int work() {
    return work.applyAsInt(session);
  }

  @Override
  public void close() {
    session.close();
  }
}
