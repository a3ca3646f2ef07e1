package io.restante.access;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.util.Objects;

/**
 * A capability on the resources that a pattern names.
 *
 * @param domain the domain, or {@code *} for every domain
 * @param resource a resource such as {@code mailboxes/bob}, or a prefix and {@code *}
 */
public record Grant(String domain, Capability capability, String resource) {
  private static final String ANY = "*";
  private static final int MAX_RESOURCE = 160;

  public Grant {
    Objects.requireNonNull(capability);
    if (!ANY.equals(domain)) {
      Identifiers.require("domain", domain);
    }
    requirePattern(resource);
  }

  /** Everything, everywhere. */
  static Grant administrator() {
    return new Grant(ANY, Capability.ADMIN, ANY);
  }

  boolean coversInstance() {
    return capability == Capability.ADMIN && ANY.equals(domain) && ANY.equals(resource);
  }

  /** Whether it says anything at all about the resource. */
  boolean concerns(String aDomain, String aResource) {
    return (ANY.equals(domain) || domain.equals(aDomain)) && matches(aResource);
  }

  boolean allows(Capability wanted, String aDomain, String aResource) {
    return concerns(aDomain, aResource) && (capability == wanted || capability == Capability.ADMIN);
  }

  private boolean matches(String aResource) {
    return resource.endsWith(ANY)
        ? aResource.startsWith(resource.substring(0, resource.length() - 1))
        : resource.equals(aResource);
  }

  private static void requirePattern(String pattern) {
    String stem =
        pattern != null && pattern.endsWith(ANY)
            ? pattern.substring(0, pattern.length() - 1)
            : pattern;
    boolean valid =
        stem != null
            && pattern.length() <= MAX_RESOURCE
            && !pattern.isEmpty()
            && stem.chars().allMatch(c -> c == '/' || Identifiers.isValid(Character.toString(c)));
    if (!valid) {
      throw new ValidationFailedException(
          "resource", "must be a resource such as mailboxes/bob, or a prefix of one and *");
    }
  }
}
