package io.restante.mailbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.restante.config.Settings;
import io.restante.idempotency.Answer;
import io.restante.idempotency.IdempotencyConfig;
import io.restante.keys.Keys;
import io.restante.pipeline.PipelineConfig;
import io.restante.pipeline.PipelineResources;
import io.restante.pipeline.WritePipeline;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.concurrent.CompletionStage;
import org.jboss.logging.Logger;

/** The pipeline of all mailbox writes of this node, for as long as the application runs. */
@Singleton
@Startup
@DependsOn("SchemaMigration")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class MailboxPipeline {
  private static final Logger LOG = Logger.getLogger(MailboxPipeline.class);

  @Inject private MailboxTransaction transaction;
  @Inject private Settings settings;
  @Inject private Instance<MeterRegistry> serversMeters;
  @Resource private ManagedThreadFactory threads;
  @Resource private ManagedExecutorService executor;

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
        new WritePipeline<>(
            "mailbox",
            PipelineConfig.read(settings),
            MailboxCommand::lane,
            MailboxCommand::size,
            transaction::run,
            new PipelineResources(threads, executor, meters()));
  }

  /** The server's registry; one that nobody reads where the server has no Micrometer subsystem. */
  private MeterRegistry meters() {
    return serversMeters.isResolvable() ? serversMeters.get() : new SimpleMeterRegistry();
  }

  @PreDestroy
  void stop() {
    pipeline.close();
  }

  /** Does not block; completes after the commit, on an executor's thread. */
  @SuppressWarnings("unchecked") // A command's answer is of the command's own type.
  public <T> CompletionStage<Answer<T>> run(MailboxCommand<T> command) {
    return pipeline.submit(command).thenApply(answer -> (Answer<T>) answer);
  }
}
