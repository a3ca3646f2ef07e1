package io.restante.test.inbox;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** What the server says of its queues and connections, asked from inside the server. */
final class ServerFigures {
  static final String ORDERS =
      "messaging-activemq,server=default,runtime-queue=jms.queue.restante.test.orders";
  static final String REDRIVE = "messaging-activemq,server=default,jms-queue=restante.redrive";

  static final String CONNECTIONS = "datasources,data-source=RestanteDS,statistics=pool";

  private static final String SERVER = "jboss.as:subsystem=";

  private ServerFigures() {}

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
