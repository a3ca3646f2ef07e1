package io.restante.outbox;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;

/**
 * Artemis, as this node reaches it. Its sessions have transactions of their own, which no other
 * resource takes part in.
 */
@ApplicationScoped
public class Broker {
  @Resource(lookup = "java:/jms/restante/ConnectionFactory")
  private ConnectionFactory factory;

  /**
   * @throws JMSRuntimeException if it cannot be reached
   */
  EventPublisher open() {
    return new EventPublisher(factory.createContext(JMSContext.SESSION_TRANSACTED));
  }

  /** Whether it can be reached now. */
  public boolean isReachable() {
    try {
      factory.createContext().close();
      return true;
    } catch (JMSRuntimeException unreachable) {
      return false;
    }
  }
}
