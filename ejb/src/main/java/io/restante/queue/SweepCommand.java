package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.idempotency.Answer;
import io.restante.pipeline.Decision;
import io.restante.pipeline.RequestSize;
import java.util.Collection;
import java.util.List;

/** Does to messages of one queue that are due what time does; says to how many. */
record SweepCommand(QueueEntry queue, int most) implements QueueCommand<Integer> {
  @Override
  public Phase phase() {
    return Phase.SETTLE;
  }

  @Override
  public Collection<QueueEntry> queues() {
    return List.of(queue);
  }

  @Override
  public RequestSize size() {
    return new RequestSize(most, 0);
  }

  /** Whoever has it sweeps it too, or the next round does. */
  @Override
  public Decision<Answer<?>> whenContended() {
    return Decision.refused(
        new RestanteException(ErrorCode.UNAVAILABLE, "Somebody else has locked the queue."));
  }

  @Override
  public Integer decide(QueueLedger ledger) {
    OpenQueue open = ledger.queue(queue);
    return ledger.decide(() -> open.sweep(most));
  }
}
