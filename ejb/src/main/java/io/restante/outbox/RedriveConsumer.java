package io.restante.outbox;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/**
 * What an administrator moves to {@code restante.redrive}. A message that is no reference is
 * delivered again, as every failure is, and then lies in {@code restante.dlq}: nothing is dropped.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationLookup",
          propertyValue = "java:/jms/queue/restante.redrive"),
      @ActivationConfigProperty(propertyName = "maxSession", propertyValue = "1")
    })
public class RedriveConsumer implements MessageListener {
  @Inject private RedriveService service;

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public void onMessage(Message message) {
    try {
      service.redrive(EventMessages.reference(message));
    } catch (JMSException e) {
      throw new IllegalStateException(e);
    }
  }
}
