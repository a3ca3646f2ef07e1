package io.restante.queue;

import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.idempotency.Answer;
import io.restante.idempotency.Keep;
import io.restante.pipeline.Decision;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

/**
 * Messages for remote callers: every write goes through the pipeline and is answered after its
 * commit. Checks what needs no lock on the caller's thread.
 */
@ApplicationScoped
public class QueueService {
  @Inject private QueueCommands commands;
  @Inject private QueueWrites writes;
  @Inject private ReceiveWaiters waiters;
  @Inject private Clock clock;

  @Resource private ManagedExecutorService executor;

  /**
   * Sends messages, each decided by itself.
   *
   * @param messages what is well-formed, and why the others are not
   * @param keep how the answer is kept for retries
   */
  public CompletionStage<Answer<List<Decision<EnqueueReceipt>>>> enqueue(
      Caller caller,
      List<Decision<OutgoingMessage>> messages,
      Optional<Keep<List<Decision<EnqueueReceipt>>>> keep) {
    EnqueueCommand command =
        commands.enqueue(caller, messages, keep.map(k -> k.keeping(resource(messages), false)));
    return command.queues().isEmpty()
        ? CompletableFuture.completedStage(Answer.fresh(command.refusals(), null))
        : writes.run(command);
  }

  /**
   * Leases messages. If there is none it waits as long as the caller likes, without a thread or a
   * connection.
   *
   * @param present whether the caller is still there; nothing is leased to one that is not
   */
  public CompletionStage<List<Delivery>> receive(
      Caller caller,
      QueueAddress queue,
      ReceiveRequest request,
      Duration wait,
      BooleanSupplier present) {
    return poll(new Poll(caller, queue, request, System.nanoTime() + wait.toNanos(), present));
  }

  /** Settles deliveries, each decided by itself. */
  public CompletionStage<Answer<List<Decision<MessageState>>>> settle(
      Caller caller,
      QueueAddress queue,
      Settlement settlement,
      List<Decision<DeliverySettlement>> deliveries,
      Optional<Keep<List<Decision<MessageState>>>> keep) {
    return writes.run(
        commands.settle(
            caller,
            queue,
            settlement,
            deliveries,
            keep.map(k -> k.keeping(queue.resource(), false))));
  }

  /** A receive until it gets something, or its time is over. */
  private record Poll(
      Caller caller,
      QueueAddress queue,
      ReceiveRequest request,
      long deadline,
      BooleanSupplier present) {
    Duration left() {
      return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }
  }

  private CompletionStage<List<Delivery>> poll(Poll poll) {
    Duration left = poll.left();
    if (!poll.present().getAsBoolean()) {
      return CompletableFuture.completedStage(List.of());
    }
    ReceiveCommand command =
        commands.receive(poll.caller(), poll.queue(), poll.request(), !left.isZero());
    if (left.isZero()) {
      return writes
          .run(command)
          .thenCompose(
              answer ->
                  answer.outcome().putOff()
                      ? atOnce(poll)
                      : CompletableFuture.completedStage(
                          deliveries(command.queue(), answer.outcome())));
    }
    ReceiveWaiters.Waiter waiter = waiters.listen(command.queue().id());
    return writes
        .run(command)
        .whenComplete((answer, failure) -> leaveUnlessEmpty(waiter, answer))
        .thenCompose(
            answer -> {
              if (answer.outcome().putOff()) {
                waiter.leave();
                return atOnce(poll);
              }
              return answer.outcome().leased().isEmpty()
                  ? again(poll, waiter, answer.outcome())
                  : CompletableFuture.completedStage(deliveries(command.queue(), answer.outcome()));
            });
  }

  /**
   * Its turn comes behind those that wait now: a transaction hands out all that it has room for.
   */
  private CompletionStage<List<Delivery>> atOnce(Poll poll) {
    return CompletableFuture.completedStage(poll)
        .thenComposeAsync(this::poll, executor)
        .exceptionallyCompose(QueueService::toldOfTheStop);
  }

  private CompletionStage<List<Delivery>> again(
      Poll poll, ReceiveWaiters.Waiter waiter, ReceiveCommand.Received received) {
    return waiter
        .await(pause(poll.left(), received))
        .thenComposeAsync(woken -> poll(poll), executor)
        .exceptionallyCompose(QueueService::toldOfTheStop);
  }

  private static void leaveUnlessEmpty(
      ReceiveWaiters.Waiter waiter, Answer<ReceiveCommand.Received> answer) {
    if (answer == null || !answer.outcome().leased().isEmpty()) {
      waiter.leave();
    }
  }

  /** Until the end, or until time alone may make something ready. */
  private Duration pause(Duration left, ReceiveCommand.Received received) {
    if (received.nextDue() == null) {
      return left;
    }
    Duration untilDue = Duration.between(clock.instant(), received.nextDue()).plusMillis(1);
    return untilDue.compareTo(left) < 0 ? untilDue : left;
  }

  private List<Delivery> deliveries(QueueEntry queue, ReceiveCommand.Received received) {
    return received.leased().stream().map(leased -> commands.delivery(queue, leased)).toList();
  }

  /** A server that stops lets no waiting receive go on: its caller may ask another node. */
  private static CompletionStage<List<Delivery>> toldOfTheStop(Throwable failure) {
    boolean stopping =
        failure instanceof RejectedExecutionException
            || failure.getCause() instanceof RejectedExecutionException;
    return CompletableFuture.failedStage(
        stopping
            ? new RestanteException(
                ErrorCode.UNAVAILABLE, "The server is stopping.", Duration.ofSeconds(1))
            : failure);
  }

  private static String resource(List<Decision<OutgoingMessage>> messages) {
    OutgoingMessage single = messages.size() == 1 ? messages.get(0).result() : null;
    return single == null ? "queues" : single.queue().resource();
  }
}
