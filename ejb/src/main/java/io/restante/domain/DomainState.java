package io.restante.domain;

import java.time.Instant;

/** A domain as administrators see it. */
public record DomainState(String name, Instant createdAt) {}
