package io.restante.web.mailbox;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.restante.mailbox.EnvelopeKind;
import io.restante.mailbox.EnvelopePage;
import io.restante.mailbox.PendingEnvelope;
import java.time.Instant;
import java.util.List;

/** An envelope as its recipient gets it. */
public record EnvelopeView(
    String sender,
    String messageId,
    long sequence,
    EnvelopeKind kind,
    Instant acceptedAt,
    Instant expiresAt,
    int protocolVersion,
    String contentType,
    byte[] body) {
  static EnvelopeView of(PendingEnvelope envelope) {
    return new EnvelopeView(
        envelope.sender(),
        envelope.messageId(),
        envelope.sequence(),
        envelope.kind(),
        envelope.acceptedAt(),
        envelope.expiresAt(),
        envelope.protocolVersion(),
        envelope.contentType(),
        envelope.body());
  }

  /** A page; {@code nextCursor} is there also at the end, to go on from later. */
  public record Page(
      List<EnvelopeView> envelopes,
      String nextCursor,
      boolean hasMore,
      @JsonInclude(JsonInclude.Include.ALWAYS) Long nextAfterSequence) {
    static Page of(EnvelopePage page, String nextCursor) {
      return new Page(
          page.envelopes().stream().map(EnvelopeView::of).toList(),
          nextCursor,
          page.hasMore(),
          page.nextAfterSequence());
    }
  }

  /** What a drain took. */
  public record Drained(List<EnvelopeView> envelopes) {
    static Drained of(List<PendingEnvelope> envelopes) {
      return new Drained(envelopes.stream().map(EnvelopeView::of).toList());
    }
  }

  /** How many are pending. */
  public record Count(long count) {}
}
