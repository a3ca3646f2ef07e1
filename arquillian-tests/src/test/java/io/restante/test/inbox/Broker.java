package io.restante.test.inbox;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the broker says of the shop's queue, asked from inside the server. */
final class Broker {
  private static final String QUEUE =
      "jboss.as:subsystem=messaging-activemq,server=default,"
          + "runtime-queue=jms.queue.restante.test.orders";

  private Broker() {}

  /** An attribute, such as {@code messageCount}, which includes those in delivery. */
  static long count(String attribute) {
    try {
      return ((Number)
              ManagementFactory.getPlatformMBeanServer()
                  .getAttribute(new ObjectName(QUEUE), attribute))
          .longValue();
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
