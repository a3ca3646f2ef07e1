package io.restante.mailbox;

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
 * The metric {@code restante_mailbox_drifted}: how many mailboxes are marked, in the whole
 * database. Every ten seconds, on every node: one query by an index.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class DriftGauge {
  /** Held here as well: the registry would let it go. */
  private final AtomicLong drifted = new AtomicLong();

  @Inject private MailboxCheckService service;
  @Inject private Instance<MeterRegistry> serversMeters;

  @PostConstruct
  void publish() {
    if (serversMeters.isResolvable()) {
      serversMeters
          .get()
          .gauge("restante_mailbox_drifted", Tags.empty(), drifted, AtomicLong::doubleValue);
    }
  }

  @Schedule(
      hour = "*",
      minute = "*",
      second = "7/10",
      persistent = false,
      info = "count drifted mailboxes")
  void refresh() {
    drifted.set(service.drifted());
  }
}
