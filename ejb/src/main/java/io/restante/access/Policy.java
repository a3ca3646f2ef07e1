package io.restante.access;

import java.util.List;

/** A principal and all that it was granted, at one moment. */
public record Policy(PrincipalState principal, List<Grant> grants) {
  public Policy {
    grants = List.copyOf(grants);
  }
}
