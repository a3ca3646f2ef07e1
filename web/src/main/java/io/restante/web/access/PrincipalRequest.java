package io.restante.web.access;

import io.restante.access.PrincipalKind;

/**
 * A principal to make.
 *
 * @param subject of the identity provider's tokens that stand for it, or null
 */
public record PrincipalRequest(String name, PrincipalKind kind, String subject) {}
