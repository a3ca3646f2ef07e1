package io.restante.web.mailbox;

import io.restante.mailbox.QuarantinePage;
import io.restante.mailbox.QuarantinedEnvelope;
import java.time.Instant;
import java.util.List;

/**
 * An envelope that was set aside since its body does not open.
 *
 * @param bodyBytes bytes of the body as it was handed in
 * @param sealingKey the key that it is said to be sealed with; absent if it is in clear
 */
public record QuarantineView(
    long sequence,
    String sender,
    String messageId,
    Instant acceptedAt,
    Instant expiresAt,
    int bodyBytes,
    Long sealingKey,
    Instant quarantinedAt) {
  static QuarantineView of(QuarantinedEnvelope envelope) {
    return new QuarantineView(
        envelope.sequence(),
        envelope.sender(),
        envelope.messageId(),
        envelope.acceptedAt(),
        envelope.expiresAt(),
        envelope.bodyBytes(),
        envelope.sealingKey(),
        envelope.quarantinedAt());
  }

  /** Some of them; {@code nextCursor} is there also at the end. */
  public record Page(List<QuarantineView> envelopes, String nextCursor, boolean hasMore) {
    static Page of(QuarantinePage page, String nextCursor) {
      return new Page(
          page.envelopes().stream().map(QuarantineView::of).toList(), nextCursor, page.hasMore());
    }
  }
}
