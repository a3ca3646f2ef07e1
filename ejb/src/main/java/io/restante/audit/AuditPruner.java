package io.restante.audit;

import io.restante.config.Settings;
import io.restante.database.LeftToNextRound;
import io.restante.sweep.BoundedSweep;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import java.time.Duration;

/**
 * Every minute, on every node: removes audit records older than {@code restante.audit.retention},
 * 365 days unless set, 500 at once, at most 100 times in a round.
 */
@Singleton
@Startup
@DependsOn({"AdministratorBootstrap", "MailboxPipeline"})
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class AuditPruner {
  private static final int PIECES = 100;

  @Inject private AuditTrail audit;
  @Inject private Settings settings;

  private Duration retention;

  @PostConstruct
  void configure() {
    retention =
        settings.duration(
            "restante.audit.retention",
            Duration.ofDays(365),
            Duration.ofDays(1),
            Duration.ofDays(36_500));
  }

  @Schedule(hour = "*", minute = "*", second = "30", persistent = false, info = "prune audit")
  void prune() {
    BoundedSweep.run(limit -> audit.prune(retention, limit), PIECES);
  }
}
