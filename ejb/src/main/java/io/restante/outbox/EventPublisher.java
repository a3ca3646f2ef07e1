package io.restante.outbox;

import io.restante.database.FailureLog;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Publishes events on one session of the broker. Holds no row and no database connection. */
final class EventPublisher implements AutoCloseable {
  /** After so many that failed one after the other it is the broker, not the events. */
  private static final int FAILURES = 3;

  private final JMSContext context;
  private final JMSProducer producer;
  private final Map<String, Queue> queues = new TreeMap<>();

  EventPublisher(JMSContext context) {
    this.context = context;
    this.producer = context.createProducer();
  }

  /**
   * Publishes all at once, or, if the broker refuses that, each by itself.
   *
   * @return the ids of those that it has taken
   */
  Set<Long> publish(List<DueEvent> events) {
    Set<Long> published = new HashSet<>();
    if (send(events)) {
      events.forEach(event -> published.add(event.id()));
      return published;
    }
    int failures = 0;
    for (DueEvent event : events) {
      if (failures < FAILURES && events.size() > 1) {
        boolean taken = send(List.of(event));
        failures = taken ? 0 : failures + 1;
        if (taken) {
          published.add(event.id());
        }
      }
    }
    return published;
  }

  private boolean send(List<DueEvent> events) {
    try {
      for (DueEvent event : events) {
        Queue queue = queues.computeIfAbsent(EventMessages.queue(event), context::createQueue);
        producer.send(queue, EventMessages.of(context, event));
      }
      context.commit();
      return true;
    } catch (JMSException | RuntimeException failure) {
      FailureLog.failed("Publishing outbox events", failure);
      rollBack();
      return false;
    }
  }

  private void rollBack() {
    try {
      context.rollback();
    } catch (JMSRuntimeException failure) {
      // The broker forgets what was not committed; what is sent next fails as this did.
      FailureLog.failed("Rolling back a session of the broker", failure);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
