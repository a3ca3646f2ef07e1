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
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
  @Inject private Settings settings;
  @Inject private Instance<MeterRegistry> serversMeters;
  @Resource private ManagedThreadFactory threads;
  @Inject private MailboxWrites writes;

  private WritePipeline<MailboxCommand<?>, Answer<?>> pipeline;
  private ExecutorService answers;

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
    PipelineConfig config = PipelineConfig.read(settings);
    int answerThreads = (int) settings.number("restante.pipeline.answer-threads", 16, 1, 256);
    answers = Executors.newFixedThreadPool(answerThreads, threads);
    pipeline =
        new WritePipeline<>(
            "mailbox",
            config,
            MailboxCommand::lane,
            MailboxCommand::size,
            transaction::run,
            new PipelineResources(threads, answers, meters()));
    writes.open(pipeline);
  }

  /** The server's registry; one that nobody reads where the server has no Micrometer subsystem. */
  private MeterRegistry meters() {
    return serversMeters.isResolvable() ? serversMeters.get() : new SimpleMeterRegistry();
  }

  @PreDestroy
  void stop() {
    pipeline.close();
    answers.shutdown();
  }
}
