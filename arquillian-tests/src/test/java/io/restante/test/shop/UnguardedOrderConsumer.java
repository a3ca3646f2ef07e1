package io.restante.test.shop;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** The same without the guard, to be compared with: it books what comes, as often as it comes. */
@JMSDestinationDefinition(
    name = "java:global/shop/unguarded",
    interfaceName = "jakarta.jms.Queue",
    destinationName = "restante.test.unguarded")
@MessageDriven(
    activationConfig =
        @ActivationConfigProperty(
            propertyName = "destinationLookup",
            propertyValue = "java:global/shop/unguarded"))
public class UnguardedOrderConsumer implements MessageListener {
  @EJB private Bookings bookings;

  @Override
  public void onMessage(Message message) {
    try {
      bookings.book(message.getStringProperty("orderId"));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
