package io.restante.outbox;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Artemis, as this node reaches it. Its sessions have transactions of their own, which no other
 * resource takes part in.
 */
@ApplicationScoped
public class Broker {
  private static final String CONNECTIONS = "java:/jms/restante/ConnectionFactory";

  /**
   * @throws JMSRuntimeException if it cannot be reached
   */
  EventPublisher open() {
    return new EventPublisher(connect(JMSContext.SESSION_TRANSACTED));
  }

  /**
   * A new connection with a session of the mode, which the caller closes.
   *
   * @throws JMSRuntimeException if it cannot be reached
   */
  public JMSContext connect(int sessionMode) {
    return connections().createContext(sessionMode);
  }

  /** Whether it can be reached now. */
  public boolean isReachable() {
    try {
      connect(JMSContext.AUTO_ACKNOWLEDGE).close();
      return true;
    } catch (JMSRuntimeException unreachable) {
      return false;
    }
  }

  /**
   * Looked up at each use. A broker that stops takes its entries out of JNDI, and WildFly stops
   * every application with an injected one.
   */
  @SuppressWarnings("BanJNDI") // A name of the server's own, and nobody's input.
  private static ConnectionFactory connections() {
    try {
      return InitialContext.doLookup(CONNECTIONS);
    } catch (NamingException gone) {
      throw new JMSRuntimeException(
          "the broker is stopped, or 70-messaging.cli not applied", null, gone);
    }
  }
}
