package io.restante.jwt;

import java.time.Instant;

/**
 * Whom the identity provider vouches for.
 *
 * @param expiresAt until when, the allowed difference of clocks included
 */
public record VerifiedSubject(String subject, Instant expiresAt) {}
