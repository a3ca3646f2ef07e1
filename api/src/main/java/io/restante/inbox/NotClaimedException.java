package io.restante.inbox;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;

/** The message was to be completed, but this transaction has no claim on it. */
public final class NotClaimedException extends RestanteException {
  private static final long serialVersionUID = 1L;

  public NotClaimedException() {
    super(ErrorCode.CONFLICT, "This transaction has not claimed the message, or completed it.");
  }
}
