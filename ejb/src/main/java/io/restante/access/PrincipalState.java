package io.restante.access;

import java.time.Instant;

/**
 * A principal as administrators see it.
 *
 * @param subject of the identity provider's tokens that stand for it, or null
 */
public record PrincipalState(
    String principalId,
    String name,
    PrincipalKind kind,
    long policyEpoch,
    Instant createdAt,
    Instant disabledAt,
    String subject) {}
