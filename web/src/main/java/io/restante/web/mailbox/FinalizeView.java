package io.restante.web.mailbox;

import io.restante.error.ValidationFailedException;
import io.restante.mailbox.AcknowledgeResult;
import io.restante.mailbox.DiscardReason;
import io.restante.mailbox.DiscardReceipt;
import io.restante.mailbox.DiscardStatus;
import io.restante.mailbox.EnvelopeIdentity;
import io.restante.web.request.Items;
import java.util.ArrayList;
import java.util.List;

/** Requests that finalize, and what became of them. */
public final class FinalizeView {
  private FinalizeView() {}

  /** Envelopes to commit, 1 to 100. */
  public record AcknowledgeRequest(List<Identity> items) {
    List<EnvelopeIdentity> toIdentities() {
      List<Identity> present = Items.require(items);
      List<EnvelopeIdentity> identities = new ArrayList<>(present.size());
      for (int i = 0; i < present.size(); i++) {
        try {
          identities.add(present.get(i).toIdentity());
        } catch (ValidationFailedException e) {
          throw e.in("items[" + i + "]");
        }
      }
      return identities;
    }
  }

  /** What names an envelope. */
  public record Identity(String sender, String messageId) {
    EnvelopeIdentity toIdentity() {
      return new EnvelopeIdentity(sender, messageId);
    }
  }

  /** What became of each, in order. */
  public record Acknowledged(List<Item> items) {
    static Acknowledged of(List<EnvelopeIdentity> identities, List<AcknowledgeResult> results) {
      List<Item> items = new ArrayList<>(results.size());
      for (int i = 0; i < results.size(); i++) {
        EnvelopeIdentity identity = identities.get(i);
        items.add(new Item(identity.sender(), identity.messageId(), results.get(i)));
      }
      return new Acknowledged(items);
    }

    /** One of them. */
    public record Item(String sender, String messageId, AcknowledgeResult result) {}
  }

  /** One envelope to discard. */
  public record DiscardRequest(String sender, String messageId, DiscardReason reason) {
    EnvelopeIdentity toIdentity() {
      if (reason == null) {
        throw new ValidationFailedException(
            "reason", "must be one of " + List.of(DiscardReason.values()));
      }
      return new EnvelopeIdentity(sender, messageId);
    }
  }

  /**
   * What became of it.
   *
   * @param acknowledgementQueued whether an acknowledgement is on its way to the sender
   */
  public record Discarded(DiscardStatus status, boolean acknowledgementQueued) {
    static Discarded of(DiscardReceipt receipt) {
      return new Discarded(receipt.status(), receipt.acknowledgementQueued());
    }
  }
}
