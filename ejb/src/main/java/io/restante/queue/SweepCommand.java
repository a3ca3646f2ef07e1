package io.restante.queue;

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

  @Override
  public Integer decide(QueueLedger ledger) {
    OpenQueue open = ledger.queue(queue);
    return ledger.decide(() -> open.sweep(most));
  }
}
