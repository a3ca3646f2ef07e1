package io.restante.keys;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;

/**
 * A record is sealed with a key that this node does not have. That is a mistake of the installation
 * and says nothing of the record: nothing is decided on it here, and another node may open it.
 */
public final class MissingKeyException extends RestanteException {
  private static final Duration RETRY = Duration.ofSeconds(5);

  private static final long serialVersionUID = 1L;

  public MissingKeyException() {
    super(
        ErrorCode.UNAVAILABLE,
        "This node lacks the key of a stored record; nothing was changed.",
        RETRY);
  }
}
