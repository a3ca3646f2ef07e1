package io.restante.inbox;

import java.time.Instant;

/**
 * What is recorded of a message.
 *
 * @param receivedAt when it was first claimed, or first failed
 * @param completedAt null unless it was completed
 * @param deadAt null unless it is dead; never together with {@code completedAt}
 * @param attempts the failures that were recorded
 * @param lastError of the last one, at most 2 KiB; null if there was none
 */
public record InboxRecord(
    InboxScope scope,
    InboxMessage message,
    Instant receivedAt,
    Instant updatedAt,
    Instant completedAt,
    Instant deadAt,
    int attempts,
    String lastError) {}
