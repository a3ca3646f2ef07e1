package io.restante.queue;

import io.restante.idempotency.Answer;
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

/** The pipeline of all queue writes of this node, for as long as the application runs. */
@Singleton
@Startup
@DependsOn("SealingCheck")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
public class QueuePipeline {
  @Inject private Pipelines pipelines;
  @Inject private QueueTransaction transaction;
  @Inject private QueueWrites writes;

  private WritePipeline<QueueCommand<?>, Answer<?>> pipeline;

  @PostConstruct
  void start() {
    pipeline = pipelines.start("queue", QueuePipeline::lane, QueueCommand::size, transaction::run);
    writes.open(pipeline);
  }

  @PreDestroy
  void stop() {
    pipeline.close();
  }

  private static long lane(QueueCommand<?> command) {
    return command.queues().stream().findFirst().map(QueueEntry::id).orElse(0L);
  }
}
