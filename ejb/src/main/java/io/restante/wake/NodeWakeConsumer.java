package io.restante.wake;

import io.restante.mailbox.PullWaiters;
import io.restante.queue.ReceiveWaiters;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Wakes those who wait on this node for what another node stored. */
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
  @Inject private PullWaiters readers;
  @Inject private ReceiveWaiters consumers;

  @Override
  public void onMessage(Message message) {
    try {
      if (!wakes.isOwn(message)) {
        switch (NodeWakes.kind(message)) {
          case MAILBOX -> NodeWakes.ids(message).forEach(readers::wake);
          case QUEUE -> consumers.wake(NodeWakes.ids(message));
        }
      }
    } catch (JMSException e) {
      throw new IllegalStateException("No message of ours.", e);
    }
  }
}
