package io.restante.test.outbox;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.JMSDestinationDefinition;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Of a deployment beside the EAR: always fails with messages that say so. One at a time. */
@JMSDestinationDefinition(
    name = FailingConsumer.QUEUE,
    interfaceName = "jakarta.jms.Queue",
    destinationName = "restante.test.failing")
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationLookup",
          propertyValue = FailingConsumer.QUEUE),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
    })
public class FailingConsumer implements MessageListener {

  static final String QUEUE = "java:app/queue/failing";
  static final String FAILS = "fails";

  static final BlockingQueue<Delivery> FAILED = new LinkedBlockingQueue<>();
  static final BlockingQueue<Delivery> TAKEN = new LinkedBlockingQueue<>();

  /**
   * @param destination where it came from
   * @param count which delivery it was
   * @param sent in milliseconds, as the sender says
   */
  record Delivery(String destination, int count, long sent, long arrived) {}

  @Override
  public void onMessage(Message message) {
    try {
      Delivery delivery =
          new Delivery(
              ((Queue) message.getJMSDestination()).getQueueName(),
              message.getIntProperty("JMSXDeliveryCount"),
              message.getJMSTimestamp(),
              System.currentTimeMillis());
      if (message.propertyExists(FAILS)) {
        FAILED.add(delivery);
        throw new IllegalStateException("fails always");
      }
      TAKEN.add(delivery);
    } catch (JMSException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
