package io.restante.web.mailbox;

import io.restante.mailbox.Acknowledgements;
import io.restante.mailbox.MailboxSettings;
import io.restante.mailbox.MailboxState;
import io.restante.mailbox.Retention;
import java.time.Instant;

/** A mailbox as its manager sees it. */
public record MailboxView(
    String domain,
    String mailbox,
    Retention retention,
    Long defaultTtlSeconds,
    long maxPendingCount,
    long maxPendingBytes,
    int maxEnvelopeBytes,
    Acknowledgements acknowledgements,
    boolean sealed,
    long pendingCount,
    long pendingBytes,
    long quarantinedCount,
    Instant createdAt) {
  static MailboxView of(MailboxState state) {
    MailboxSettings settings = state.settings();
    return new MailboxView(
        state.address().domain(),
        state.address().mailbox(),
        settings.retention(),
        settings.defaultTtlSeconds(),
        settings.maxPendingCount(),
        settings.maxPendingBytes(),
        settings.maxEnvelopeBytes(),
        settings.acknowledgements(),
        settings.sealed(),
        state.pendingCount(),
        state.pendingBytes(),
        state.quarantinedCount(),
        state.createdAt());
  }
}
