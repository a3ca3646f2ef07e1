package io.restante.web.error;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;
import java.util.Locale;

/** A problem document. */
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    ErrorCode code,
    boolean retryable,
    Long retryAfterSeconds,
    String requestId) {
  public static final String MEDIA_TYPE = "application/problem+json";

  public static Problem of(RestanteException refusal, String requestId) {
    ErrorCode code = refusal.code();
    return new Problem(
        "urn:restante:problem:" + code.name(),
        title(code),
        code.status(),
        refusal.getMessage(),
        code,
        code.retryable(),
        refusal.retryAfter().map(Problem::wholeSeconds).orElse(null),
        requestId);
  }

  private static String title(ErrorCode code) {
    String words = code.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }

  private static long wholeSeconds(Duration duration) {
    return Math.max(1, duration.plusNanos(999_999_999).toSeconds());
  }
}
