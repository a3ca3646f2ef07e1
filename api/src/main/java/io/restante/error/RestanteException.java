package io.restante.error;

import jakarta.ejb.ApplicationException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The root of every refusal. It rolls the transaction back that it leaves. Its message is safe to
 * show to the caller: it never holds a body, a token or another party's data.
 */
@ApplicationException(inherited = true, rollback = true)
public class RestanteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final Duration retryAfter;

  public RestanteException(ErrorCode code, String detail) {
    this(code, detail, null, null);
  }

  public RestanteException(ErrorCode code, String detail, Duration retryAfter) {
    this(code, detail, retryAfter, null);
  }

  public RestanteException(ErrorCode code, String detail, Duration retryAfter, Throwable cause) {
    super(Objects.requireNonNull(detail), cause);
    this.code = Objects.requireNonNull(code);
    this.retryAfter = retryAfter;
  }

  /** Why it was refused. */
  public ErrorCode code() {
    return code;
  }

  /** How long to wait before the same request is worth sending again, where that is known. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
