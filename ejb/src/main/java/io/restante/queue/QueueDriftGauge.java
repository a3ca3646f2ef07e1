package io.restante.queue;

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
import java.util.concurrent.atomic.AtomicLong;

/**
 * The metric {@code restante_queue_drifted}: how many queues are marked, in the whole database.
 * Every ten seconds, on every node: one query, which reads the counters of all queues.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class QueueDriftGauge {
  /** Held here as well: the registry would let it go. */
  private final AtomicLong drifted = new AtomicLong();

  @Inject private QueueCheckService service;
  @Inject private Instance<MeterRegistry> serversMeters;

  @PostConstruct
  void publish() {
    if (serversMeters.isResolvable()) {
      serversMeters
          .get()
          .gauge("restante_queue_drifted", Tags.empty(), drifted, AtomicLong::doubleValue);
    }
  }

  @Schedule(
      hour = "*",
      minute = "*",
      second = "6/10",
      persistent = false,
      info = "count drifted queues")
  void refresh() {
    drifted.set(service.drifted());
  }
}
