package io.restante.web.request;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.ratelimit.RateLimit;
import io.restante.ratelimit.RateLimits;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * Whose token a request carries; asked again by what is answered long after it was sent.
 *
 * <p>An address from which too many came without a valid token is refused before its next token is
 * looked up, unless that was valid lately: who shares the address goes on.
 */
@ApplicationScoped
public class Authentication {
  private static final String SCHEME = "Bearer ";

  @Inject private AccessControl access;
  @Inject private RateLimits limits;

  /**
   * @param address the client's address
   * @param authorization the header's value, or null if there is none
   * @throws RestanteException UNAUTHENTICATED unless it holds a usable token; RATE_LIMITED instead
   *     of looking it up
   */
  Caller caller(String address, String authorization) {
    Optional<String> token = token(authorization);
    if (token.filter(access::isProven).isEmpty()) {
      limits.require(RateLimit.UNAUTHENTICATED, address);
    }
    return token
        .flatMap(access::authenticate)
        .orElseThrow(
            () -> {
              limits.spend(RateLimit.UNAUTHENTICATED, address);
              return unauthenticated();
            });
  }

  /**
   * @param authorization the header's value, or null if there is none
   * @throws RestanteException UNAUTHENTICATED unless it holds a usable token
   */
  public Caller caller(String authorization) {
    return token(authorization)
        .flatMap(access::authenticate)
        .orElseThrow(Authentication::unauthenticated);
  }

  private static Optional<String> token(String authorization) {
    return Optional.ofNullable(authorization)
        .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .map(header -> header.substring(SCHEME.length()).strip());
  }

  private static RestanteException unauthenticated() {
    return new RestanteException(
        ErrorCode.UNAUTHENTICATED, "This needs a valid token: Authorization: Bearer.");
  }
}
