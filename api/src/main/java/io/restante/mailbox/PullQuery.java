package io.restante.mailbox;

import io.restante.error.ValidationFailedException;
import io.restante.identifier.Identifiers;
import java.util.Objects;

/**
 * Which envelopes to read.
 *
 * @param after only envelopes with a higher sequence; 0 from the start
 * @param limit 1 to 100 envelopes; a page may hold fewer when their bodies are large
 * @param sender only this sender's envelopes, or null for all
 */
public record PullQuery(MailboxAddress mailbox, long after, int limit, String sender) {
  public static final int MAX_LIMIT = 100;
  public static final int DEFAULT_LIMIT = 50;

  public PullQuery {
    Objects.requireNonNull(mailbox);
    if (after < 0) {
      throw new ValidationFailedException("after", "must be 0 or more");
    }
    requireLimit(limit);
    if (sender != null) {
      Identifiers.require("sender", sender);
    }
  }

  /**
   * @throws ValidationFailedException unless the limit is 1 to 100
   */
  public static int requireLimit(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new ValidationFailedException("limit", "must be 1 to " + MAX_LIMIT);
    }
    return limit;
  }
}
