package io.restante.error;

/**
 * There is no such resource, or none that the caller may see. The message is the same for both, so
 * that nobody learns which.
 */
public final class NotFoundException extends RestanteException {
  private static final long serialVersionUID = 1L;

  public NotFoundException() {
    super(ErrorCode.NOT_FOUND, "There is no such resource.");
  }
}
