package io.restante.test.shop;

import io.restante.inbox.guard.InboxGuard;
import io.restante.inbox.guard.InboxGuarded;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.EJB;
import jakarta.ejb.MessageDriven;
import jakarta.interceptor.Interceptors;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Books each order once, however often its message comes. */
@JMSDestinationDefinition(
    name = "java:global/shop/orders",
    interfaceName = "jakarta.jms.Queue",
    destinationName = "restante.test.orders")
@MessageDriven(
    activationConfig =
        @ActivationConfigProperty(
            propertyName = "destinationLookup",
            propertyValue = "java:global/shop/orders"))
@Interceptors(InboxGuard.class)
@InboxGuarded(scope = "orders", id = "orderId", maxAttempts = 5)
public class OrderConsumer implements MessageListener {
  @EJB private Bookings bookings;
  @EJB private Trouble trouble;

  @Override
  public void onMessage(Message message) {
    try {
      String order = message.getStringProperty("orderId");
      bookings.book(order);
      trouble.meet(order, message);
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
