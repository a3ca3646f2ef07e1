package io.restante.inbox;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;

/**
 * Within what a message id is handled once: usually one consumer, such as {@code orders}. The same
 * id in two scopes is two messages. Choose a name that stays when the server restarts and the
 * application is replaced: under another name, every message is new.
 *
 * @param domain the domain whose operators see the scope; it must exist
 * @param name 1 to 128 bytes of UTF-8 without control characters, compared byte by byte
 */
public record InboxScope(String domain, String name) {
  /** The domain of scopes that name none. */
  public static final String DEFAULT_DOMAIN = "main";

  /** The longest name, in bytes. */
  public static final int MAX_BYTES = 128;

  private static final String RESOURCES = "inbox/";

  /**
   * @throws ValidationFailedException if one of them is out of bounds
   */
  public InboxScope {
    Identifiers.require("domain", domain);
    InboxText.requirePrintable("scope", name, MAX_BYTES);
  }

  /** A scope of the domain {@code main}. */
  public static InboxScope of(String name) {
    return new InboxScope(DEFAULT_DOMAIN, name);
  }

  /**
   * The resource as grants name it: the name as it is written in a path, where characters that no
   * identifier has stand as {@code %} and two digits.
   */
  public String resource() {
    return RESOURCES + InboxText.encode(name);
  }

  /**
   * The scope of a resource.
   *
   * @throws ValidationFailedException if it is not one of a scope
   */
  public static InboxScope ofResource(String domain, String resource) {
    if (!resource.startsWith(RESOURCES)) {
      throw new ValidationFailedException("resource", "must begin with " + RESOURCES);
    }
    return new InboxScope(domain, InboxText.decode(resource.substring(RESOURCES.length())));
  }
}
