package io.restante.web.access;

import io.restante.access.Capability;
import io.restante.access.Grant;
import io.restante.error.ValidationFailedException;
import java.util.ArrayList;
import java.util.List;

/** All the grants that a principal is to have. */
public record GrantsRequest(List<Item> grants) {
  List<Grant> toGrants() {
    if (grants == null) {
      throw new ValidationFailedException("grants", "must be a list");
    }
    List<Grant> result = new ArrayList<>(grants.size());
    for (int i = 0; i < grants.size(); i++) {
      String part = "grants[" + i + "]";
      if (grants.get(i) == null) {
        throw new ValidationFailedException(part, "must be an object");
      }
      try {
        result.add(grants.get(i).toGrant());
      } catch (ValidationFailedException e) {
        throw e.in(part);
      }
    }
    return result;
  }

  /**
   * A grant.
   *
   * @param domain a domain, or * for all
   * @param resource a resource such as mailboxes/bob, or a prefix and *
   */
  public record Item(String domain, String capability, String resource) {
    static Item of(Grant grant) {
      return new Item(grant.domain(), grant.capability().text(), grant.resource());
    }

    Grant toGrant() {
      return new Grant(domain, Capability.parse("capability", capability), resource);
    }
  }
}
