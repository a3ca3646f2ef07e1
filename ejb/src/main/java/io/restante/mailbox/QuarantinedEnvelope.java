package io.restante.mailbox;

import java.time.Instant;

/**
 * An envelope whose body does not open, set aside.
 *
 * @param sender the opaque principal id of the sender
 * @param sequence its place in the mailbox, which it keeps
 * @param expiresAt when it will be dropped, or null if never
 * @param bodyBytes bytes of the body as it was handed in
 * @param sealingKey the key that its row names, or null if its body is in clear
 */
public record QuarantinedEnvelope(
    long sequence,
    String sender,
    String messageId,
    Instant acceptedAt,
    Instant expiresAt,
    int bodyBytes,
    Long sealingKey,
    Instant quarantinedAt) {}
