package io.restante.inbox;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

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

  /** The resource as grants name it: the name as it is written in a path. */
  public String resource() {
    return "inbox/" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
