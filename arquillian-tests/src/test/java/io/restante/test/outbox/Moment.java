package io.restante.test.outbox;

/** Where a node is killed in the life of an outbox event. */
enum Moment {
  /** The dispatcher has claimed events, and the broker has none of them. */
  CLAIMED("io.restante.outbox.EventPublisher", "publish(java.util.List)", "ENTRY"),

  /** The broker has them, and no row says so. */
  PUBLISHED("io.restante.outbox.EventPublisher", "publish(java.util.List)", "EXIT"),

  /** The consumer has the message, and has done nothing yet. */
  RECEIVED("io.restante.mailbox.AcknowledgementConsumer", "carryOut", "ENTRY"),

  /** The effect is in the transaction, as is DONE, but it is not committed. */
  HANDLED("io.restante.outbox.Outbox", "done(java.util.SortedSet, java.time.Instant)", "EXIT"),

  /** The event is DONE, and the broker still has the message. */
  DONE("io.restante.mailbox.AcknowledgementConsumer", "carryOut", "EXIT");

  private static final String RULE =
      """
      RULE kill when %s
      CLASS %s
      METHOD %s
      AT %s
      IF incrementCounter("at the moment") >= %d
      DO killJVM()
      ENDRULE
      """;

  private final String type;
  private final String method;
  private final String place;

  Moment(String type, String method, String place) {
    this.type = type;
    this.method = method;
    this.place = place;
  }

  /** A rule that ends the JVM, as {@code kill -9} does, when it is there for the n-th time. */
  String rule(int nth) {
    return RULE.formatted(this, type, method, place, nth);
  }
}
