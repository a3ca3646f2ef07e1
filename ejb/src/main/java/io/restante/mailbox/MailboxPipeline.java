package io.restante.mailbox;

import io.restante.idempotency.Answer;
import io.restante.idempotency.IdempotencyConfig;
import io.restante.keys.Keys;
import io.restante.pipeline.Pipelines;
import io.restante.pipeline.WritePipeline;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import org.jboss.logging.Logger;

/** The pipeline of all mailbox writes of this node, for as long as the application runs. */
@Singleton
@Startup
@DependsOn("SealingCheck")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class MailboxPipeline {
  private static final Logger LOG = Logger.getLogger(MailboxPipeline.class);

  @Inject private MailboxTransaction transaction;
  @Inject private Pipelines pipelines;
  @Inject private MailboxWrites writes;

  private WritePipeline<MailboxCommand<?>, Answer<?>> pipeline;

  /**
   * What is wrong with them stops the deployment, not the first request; here, before any timer
   * starts.
   */
  @Inject
  void require(MailboxConfig mailboxes, IdempotencyConfig idempotency, Keys keys) {
    keys.requirePresent();
    LOG.infof("Mailboxes run with %s, %s.", mailboxes, idempotency);
  }

  @PostConstruct
  void start() {
    pipeline =
        pipelines.start("mailbox", MailboxCommand::lane, MailboxCommand::size, transaction::run);
    writes.open(pipeline);
  }

  @PreDestroy
  void stop() {
    pipeline.close();
  }
}
