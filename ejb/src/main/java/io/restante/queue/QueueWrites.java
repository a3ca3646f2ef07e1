package io.restante.queue;

import io.restante.idempotency.Answer;
import io.restante.pipeline.WritePipeline;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.CompletionStage;

/**
 * The way into the pipeline of queue writes. A bean of its own, since a call of the session bean
 * that starts and stops the pipeline passes the container's interceptors, for every request.
 */
@ApplicationScoped
class QueueWrites {
  private volatile WritePipeline<QueueCommand<?>, Answer<?>> pipeline;

  void open(WritePipeline<QueueCommand<?>, Answer<?>> started) {
    pipeline = started;
  }

  /** Does not block; completes after the commit, on an executor's thread. */
  @SuppressWarnings("unchecked") // A command's answer is of the command's own type.
  <T> CompletionStage<Answer<T>> run(QueueCommand<T> command) {
    return pipeline.submit(command).thenApply(answer -> (Answer<T>) answer);
  }
}
