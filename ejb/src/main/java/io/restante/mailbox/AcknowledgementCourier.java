package io.restante.mailbox;

import io.restante.database.LeftToNextRound;
import io.restante.error.RestanteException;
import io.restante.outbox.DueEvent;
import io.restante.outbox.EventType;
import io.restante.outbox.OutboxService;
import io.restante.sweep.BoundedSweep;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptors;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Every second, on every node: delivers acknowledgements that are due, through the pipeline, at
 * most 500 at once and 20 times in a round. What fails is tried again after a pause.
 */
@Singleton
@Startup
@DependsOn("IdempotencyPruner")
@TransactionManagement(TransactionManagementType.BEAN)
@Interceptors(LeftToNextRound.class)
public class AcknowledgementCourier {
  private static final int PIECES = 20;

  @Inject private OutboxService events;
  @Inject private MailboxWrites writes;

  @Schedule(
      hour = "*",
      minute = "*",
      second = "*",
      persistent = false,
      info = "deliver acknowledgements")
  void deliver() {
    BoundedSweep.run(this::deliver, PIECES);
  }

  private int deliver(int limit) {
    List<DueEvent> due = events.lease(EventType.ACKNOWLEDGEMENT, limit);
    due.stream().map(this::deliver).toList().forEach(CompletableFuture::join);
    return due.size();
  }

  private CompletableFuture<?> deliver(DueEvent event) {
    return writes
        .run(new DeliverAcknowledgementCommand(event.id(), Acknowledgement.from(event)))
        .toCompletableFuture()
        .handle(
            (answer, failure) -> {
              if (failure != null) {
                events.failed(event.id(), code(failure));
              }
              return answer;
            });
  }

  private static String code(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof RestanteException refusal ? refusal.code().name() : "INTERNAL";
  }
}
