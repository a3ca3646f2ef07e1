package io.restante.web.queue;

import io.restante.pipeline.Decision;
import io.restante.queue.EnqueueReceipt;
import io.restante.queue.MessageState;
import io.restante.web.error.Problem;
import java.time.Instant;
import java.util.List;

/** What a producer is told. */
public record EnqueueView(String messageId, MessageState state, Instant enqueuedAt) {
  static final int STORED = 201;

  static EnqueueView of(EnqueueReceipt receipt) {
    return new EnqueueView(receipt.messageId(), receipt.state(), receipt.enqueuedAt());
  }

  /** One item of a batch: what the single route would have answered. */
  public record Item(
      int status, String messageId, MessageState state, Instant enqueuedAt, Problem problem) {
    static Item of(Decision<EnqueueReceipt> decision, String messageId, String requestId) {
      if (decision.refusal() != null) {
        Problem problem = Problem.of(decision.refusal(), requestId);
        return new Item(problem.status(), messageId, null, null, problem);
      }
      EnqueueReceipt receipt = decision.result();
      return new Item(STORED, receipt.messageId(), receipt.state(), receipt.enqueuedAt(), null);
    }
  }

  /** The items of a batch, in order. */
  public record Batch(List<Item> items) {}
}
