package io.restante.outbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.restante.database.LeftToNextRound;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The metrics {@code restante_outbox_events} and {@code restante_outbox_oldest_seconds}, by type
 * and state, of what is not done, in the whole database. Every ten seconds, on every node: one
 * query by an index.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class OutboxGauge {
  private static final List<OutboxEvent.State> STATES =
      List.of(OutboxEvent.State.PENDING, OutboxEvent.State.PUBLISHED, OutboxEvent.State.DEAD);

  /** Held here as well: the registry would let them go. */
  private final Map<String, AtomicLong> values = new ConcurrentHashMap<>();

  @Inject private OutboxService events;
  @Inject private Clock clock;
  @Inject private Instance<MeterRegistry> serversMeters;

  @PostConstruct
  void publish() {
    for (EventType type : EventType.values()) {
      for (OutboxEvent.State state : STATES) {
        publish("restante_outbox_events", type, state.name());
        publish("restante_outbox_oldest_seconds", type, state.name());
      }
    }
  }

  private void publish(String name, EventType type, String state) {
    AtomicLong value = value(name, type, state);
    if (serversMeters.isResolvable()) {
      serversMeters
          .get()
          .gauge(
              name, Tags.of("type", type.name(), "state", state), value, AtomicLong::doubleValue);
    }
  }

  @Schedule(
      hour = "*",
      minute = "*",
      second = "8/10",
      persistent = false,
      info = "count outbox events")
  void refresh() {
    List<OutboxState.Count> counts = events.unfinished();
    Instant now = clock.instant();
    values.values().forEach(value -> value.set(0));
    for (OutboxState.Count count : counts) {
      value("restante_outbox_events", count.type(), count.state()).set(count.count());
      value("restante_outbox_oldest_seconds", count.type(), count.state())
          .set(Math.max(0, Duration.between(count.oldestCreatedAt(), now).toSeconds()));
    }
  }

  private AtomicLong value(String name, EventType type, String state) {
    return values.computeIfAbsent(name + ' ' + type + ' ' + state, key -> new AtomicLong());
  }
}
