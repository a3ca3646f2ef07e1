package io.restante.mailbox;

import io.restante.outbox.DueEvent;
import io.restante.outbox.EventConsumer;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;

/**
 * Delivers acknowledgements through the pipeline, which marks the event as done in the transaction
 * that stores the envelope.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationLookup",
          propertyValue = "java:/jms/queue/restante.ack")
    })
public class AcknowledgementConsumer extends EventConsumer {
  @Inject private MailboxWrites writes;

  @Override
  protected void carryOut(DueEvent event) {
    writes
        .run(new DeliverAcknowledgementCommand(event.id(), Acknowledgement.from(event)))
        .toCompletableFuture()
        .join();
  }
}
