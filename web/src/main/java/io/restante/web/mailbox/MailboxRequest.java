package io.restante.web.mailbox;

import io.restante.error.ValidationFailedException;
import io.restante.mailbox.Acknowledgements;
import io.restante.mailbox.MailboxSettings;
import io.restante.mailbox.Retention;

/** Settings to make or change a mailbox with; what is absent stays as it is, or is the default. */
public record MailboxRequest(
    Retention retention,
    Long defaultTtlSeconds,
    Long maxPendingCount,
    Long maxPendingBytes,
    Integer maxEnvelopeBytes,
    Acknowledgements acknowledgements,
    Boolean sealed) {
  MailboxSettings over(MailboxSettings present) {
    Retention wanted = or(retention, present.retention());
    if (wanted == Retention.UNTIL_FINALIZED && defaultTtlSeconds != null) {
      throw new ValidationFailedException(
          "defaultTtlSeconds", "must be absent with retention UNTIL_FINALIZED");
    }
    return new MailboxSettings(
        wanted,
        wanted == Retention.UNTIL_FINALIZED
            ? null
            : or(defaultTtlSeconds, present.defaultTtlSeconds()),
        or(maxPendingCount, present.maxPendingCount()),
        or(maxPendingBytes, present.maxPendingBytes()),
        or(maxEnvelopeBytes, present.maxEnvelopeBytes()),
        or(acknowledgements, present.acknowledgements()),
        or(sealed, present.sealed()));
  }

  private static <T> T or(T wanted, T present) {
    return wanted == null ? present : wanted;
  }
}
