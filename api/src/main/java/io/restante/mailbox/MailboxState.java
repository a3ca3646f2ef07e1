package io.restante.mailbox;

import java.time.Instant;

/**
 * A mailbox as its manager sees it.
 *
 * @param pendingCount envelopes held, expired ones that were not yet removed included
 * @param pendingBytes bytes of their bodies
 * @param quarantinedCount envelopes whose bodies do not open, set aside by an administrator
 */
public record MailboxState(
    MailboxAddress address,
    MailboxSettings settings,
    long pendingCount,
    long pendingBytes,
    long quarantinedCount,
    Instant createdAt) {}
