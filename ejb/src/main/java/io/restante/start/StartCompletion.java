package io.restante.start;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/**
 * The last bean to start: after all that may refuse to. Timers do nothing before ({@link
 * io.restante.database.LeftToNextRound}), since the server fires them earlier, and a session bean
 * that they call waits for the start: for ever if that fails, and the undeployment waits for them.
 */
@Singleton
@Startup
@DependsOn({
  "AdministratorBootstrap",
  "AuditPruner",
  "DeadLetterRedriver",
  "DirectoryChecker",
  "DriftChecker",
  "DriftGauge",
  "EnvelopeExpirer",
  "IdempotencyPruner",
  "InboxPurger",
  "JwtStart",
  "MailboxPipeline",
  "OutboxDispatcher",
  "OutboxGauge",
  "OutboxPruner",
  "OutboxReconciler",
  "PullWaker",
  "QueueDriftChecker",
  "QueueDriftGauge",
  "QueuePipeline",
  "QueuePruner",
  "QueueTimer",
  "RateLimitStart",
  "Resealer",
  "RetentionApplier",
  "SchemaMigration",
  "SealingCheck",
  "TombstonePruner",
  "WakeStart",
})
@TransactionManagement(TransactionManagementType.BEAN)
public class StartCompletion {
  @Inject private Start start;

  @PostConstruct
  void complete() {
    start.complete();
  }
}
