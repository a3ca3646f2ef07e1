package io.restante.access;

import io.restante.identifier.Identifiers;

/**
 * The principal in whose name something is done, by its opaque id. Over REST it comes from the
 * token; an application on the server names its own principal.
 */
public record Caller(String principalId) {
  public Caller {
    Identifiers.require("principalId", principalId);
  }
}
