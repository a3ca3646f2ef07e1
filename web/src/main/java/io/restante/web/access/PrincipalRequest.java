package io.restante.web.access;

import io.restante.access.PrincipalKind;

/** A principal to make. */
public record PrincipalRequest(String name, PrincipalKind kind) {}
