package io.restante.web.queue;

import io.restante.pipeline.Decision;
import io.restante.queue.MessageState;
import java.util.List;

/** What became of deliveries, in order. */
public record SettleView(List<Item> items) {
  static SettleView of(List<Decision<MessageState>> decisions) {
    return new SettleView(decisions.stream().map(Item::of).toList());
  }

  /**
   * What became of one.
   *
   * @param result the state that its message reached, or the code of a refusal
   * @param detail why it was refused
   */
  public record Item(String result, String detail) {
    private static Item of(Decision<MessageState> decision) {
      return decision.refusal() == null
          ? new Item(decision.result().name(), null)
          : new Item(decision.refusal().code().name(), decision.refusal().getMessage());
    }
  }
}
