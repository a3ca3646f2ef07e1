package io.restante.outbox;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;

/** How events and references travel: as properties of messages without content. */
final class EventMessages {
  private static final String EVENT_ID = "eventId";

  private EventMessages() {}

  static Message of(JMSContext context, DueEvent event) throws JMSException {
    Message message = context.createMessage();
    if (event.type() == EventType.DEAD_LETTER) {
      for (Map.Entry<String, String> property :
          DeadLetterReference.of(event).properties().entrySet()) {
        message.setStringProperty(property.getKey(), property.getValue());
      }
    } else {
      message.setLongProperty(EVENT_ID, event.id());
    }
    return message;
  }

  /** The name of the queue that an event goes to. */
  static String queue(DueEvent event) {
    return event
        .type()
        .kind()
        .map("restante.%s"::formatted)
        .orElseGet(() -> "restante.dlq.%s".formatted(DeadLetterReference.of(event).kind()));
  }

  static long eventId(Message message) throws JMSException {
    return message.getLongProperty(EVENT_ID);
  }

  /**
   * @throws IllegalArgumentException if the message is none
   */
  static DeadLetterReference reference(Message message) throws JMSException {
    Map<String, String> properties = new HashMap<>();
    for (Enumeration<?> names = message.getPropertyNames(); names.hasMoreElements(); ) {
      String name = (String) names.nextElement();
      properties.put(name, message.getStringProperty(name));
    }
    return DeadLetterReference.of(properties);
  }
}
