package io.restante.wake;

import io.restante.outbox.DueEvent;
import io.restante.outbox.EventConsumer;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.inject.Inject;

/**
 * Hands wakes to the courier, which lets them wait for their host and marks them: no session of the
 * broker waits for a receiver. Until then they stay published, and come again if this node dies.
 */
@MessageDriven(
    activationConfig = {
      @ActivationConfigProperty(
          propertyName = "destinationLookup",
          propertyValue = "java:/jms/queue/restante.wake")
    })
public class WakeConsumer extends EventConsumer {
  @Inject private WakeCourier courier;

  @Override
  protected void carryOut(DueEvent event) {
    courier.take(event.subjectId(), event.id());
  }
}
