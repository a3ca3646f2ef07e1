package io.restante.web.mailbox;

import io.restante.mailbox.SubmitReceipt;
import io.restante.pipeline.Decision;
import io.restante.web.error.Problem;
import java.time.Instant;
import java.util.List;

/** What a sender is told. */
public record SubmitView(
    String messageId,
    Instant acceptedAt,
    Instant expiresAt,
    boolean duplicate,
    SubmitReceipt.State state,
    String acknowledger) {
  private static final int ACCEPTED = 201;
  private static final int DUPLICATE = 200;

  static SubmitView of(SubmitReceipt receipt) {
    return new SubmitView(
        receipt.messageId(),
        receipt.acceptedAt(),
        receipt.expiresAt(),
        receipt.duplicate(),
        receipt.state(),
        receipt.acknowledger());
  }

  static int status(SubmitReceipt receipt) {
    return receipt.duplicate() ? DUPLICATE : ACCEPTED;
  }

  /** One item of a batch: what the single route would have answered. */
  public record Item(
      int status,
      String messageId,
      Instant acceptedAt,
      Instant expiresAt,
      Boolean duplicate,
      SubmitReceipt.State state,
      String acknowledger,
      Problem problem) {
    static Item of(Decision<SubmitReceipt> decision, String messageId, String requestId) {
      if (decision.refusal() != null) {
        Problem problem = Problem.of(decision.refusal(), requestId);
        return new Item(problem.status(), messageId, null, null, null, null, null, problem);
      }
      SubmitReceipt receipt = decision.result();
      return new Item(
          SubmitView.status(receipt),
          receipt.messageId(),
          receipt.acceptedAt(),
          receipt.expiresAt(),
          receipt.duplicate(),
          receipt.state(),
          receipt.acknowledger(),
          null);
    }
  }

  /** The items of a batch, in order. */
  public record Batch(List<Item> items) {}
}
