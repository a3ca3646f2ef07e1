package io.restante.bench;

/** A system with queues. */
interface QueueSystem {
  /** What is sent: 1,024 characters, in JSON and in a form as they are. */
  String TEXT = Texts.random(1_024);

  /** Connects to the queue of that name. */
  QueueSession open(String queue);
}
