package io.restante.test.inbox;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the broker says of its queues, asked from inside the server. */
final class Broker {
  static final String ORDERS = "runtime-queue=jms.queue.restante.test.orders";
  static final String REDRIVE = "jms-queue=restante.redrive";

  private static final String SERVER = "jboss.as:subsystem=messaging-activemq,server=default,";

  private Broker() {}

  /** An attribute, such as {@code messageCount}, which includes those in delivery. */
  static long count(String queue, String attribute) {
    try {
      return ((Number)
              ManagementFactory.getPlatformMBeanServer()
                  .getAttribute(new ObjectName(SERVER + queue), attribute))
          .longValue();
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
