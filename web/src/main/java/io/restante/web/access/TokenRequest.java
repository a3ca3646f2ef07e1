package io.restante.web.access;

import java.time.Instant;

/**
 * A token to issue.
 *
 * @param label for operators, or null
 * @param expiresAt when it ends by itself, or null for never
 */
public record TokenRequest(String label, Instant expiresAt) {}
