package io.restante.queue;

import io.restante.access.Caller;
import io.restante.database.TransactionRetry;
import io.restante.pipeline.Decision;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;

/** {@link Queues} for applications on the server: without the pipeline, with their transaction. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class QueuesBean implements Queues {
  @Inject private QueueCommands commands;
  @Inject private QueueTransaction transaction;
  @Inject private TransactionRetry retry;

  @Override
  public EnqueueReceipt enqueue(Caller caller, OutgoingMessage message) {
    JsonText.require("payload", message.payload());
    return only(run(commands.enqueue(caller, List.of(Decision.of(message)), Optional.empty())));
  }

  @Override
  public List<Delivery> receive(Caller caller, QueueAddress queue, ReceiveRequest request) {
    ReceiveCommand command = commands.receive(caller, queue, request, false);
    return run(command).leased().stream()
        .map(leased -> commands.delivery(command.queue(), leased))
        .toList();
  }

  @Override
  public MessageState settle(
      Caller caller, QueueAddress queue, Settlement settlement, DeliverySettlement delivery) {
    return only(
        run(
            commands.settle(
                caller, queue, settlement, List.of(Decision.of(delivery)), Optional.empty())));
  }

  private <T> T run(QueueCommand<T> command) {
    return retry.call(() -> transaction.runWithCaller(command));
  }

  private static <T> T only(List<Decision<T>> decisions) {
    Decision<T> decision = decisions.get(0);
    if (decision.refusal() != null) {
      throw decision.refusal();
    }
    return decision.result();
  }
}
