package io.restante.access;

import java.time.Instant;

/** A token as administrators see it: never the token itself. */
public record TokenState(
    String tokenId, String label, Instant createdAt, Instant expiresAt, Instant revokedAt) {}
