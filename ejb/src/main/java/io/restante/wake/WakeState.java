package io.restante.wake;

import java.time.Instant;

/**
 * A registered callback, without its secret.
 *
 * @param succeededAt about when it last answered with success, or null
 * @param failedAt when it last did not, or null
 * @param failingSince since when none of its calls succeeded, or null if the last one did
 * @param lastError why the last one that failed did, or null
 */
public record WakeState(
    String url,
    Instant createdAt,
    Instant succeededAt,
    Instant failedAt,
    Instant failingSince,
    String lastError) {}
