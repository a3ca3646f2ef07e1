package io.restante.error;

/** A field of the request is malformed or out of bounds. Nothing was changed. */
public final class ValidationFailedException extends RestanteException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String rule;

  /**
   * @param field the field as the caller wrote it, for instance {@code items[3].messageId}
   * @param rule what the field must be, for instance {@code must be 1 to 100}
   */
  public ValidationFailedException(String field, String rule) {
    super(ErrorCode.VALIDATION_FAILED, field + " " + rule);
    this.field = field;
    this.rule = rule;
  }

  /** The same about a field of a part, for instance of {@code items[3]}. */
  public ValidationFailedException in(String part) {
    return new ValidationFailedException(part + "." + field, rule);
  }

  public String field() {
    return field;
  }
}
