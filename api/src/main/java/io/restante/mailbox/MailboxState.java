package io.restante.mailbox;

import java.time.Instant;

/**
 * A mailbox as its manager sees it.
 *
 * @param pendingCount envelopes held, expired ones that were not yet removed included
 * @param pendingBytes bytes of their bodies
 */
public record MailboxState(
    MailboxAddress address,
    MailboxSettings settings,
    long pendingCount,
    long pendingBytes,
    Instant createdAt) {}
