package io.restante.wake;

import io.restante.mailbox.PullWaiters;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Wakes the readers that wait on this node for mail that another node stored. */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationLookup",
          propertyValue = "java:/jms/topic/restante.wakes"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Topic"),
      // Each session would be a subscriber, and get every message.
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
    })
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class NodeWakeConsumer implements MessageListener {
  @Inject private NodeWakes wakes;
  @Inject private PullWaiters waiters;

  @Override
  public void onMessage(Message message) {
    try {
      if (!wakes.isOwn(message)) {
        NodeWakes.mailboxIds(message).forEach(waiters::wake);
      }
    } catch (JMSException e) {
      throw new IllegalStateException("No message of ours.", e);
    }
  }
}
