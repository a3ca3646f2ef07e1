package io.restante.access;

import java.time.Instant;

/** A principal as administrators see it. */
public record PrincipalState(
    String principalId,
    String name,
    PrincipalKind kind,
    long policyEpoch,
    Instant createdAt,
    Instant disabledAt) {}
