package io.restante.web.request;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Optional;

/** Whose token a request carries; asked again by what is answered long after it was sent. */
@ApplicationScoped
public class Authentication {
  private static final String SCHEME = "Bearer ";

  @Inject private AccessControl access;

  /**
   * @param authorization the header's value, or null if there is none
   * @throws RestanteException UNAUTHENTICATED unless it holds a usable token
   */
  public Caller caller(String authorization) {
    return Optional.ofNullable(authorization)
        .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .flatMap(header -> access.authenticate(header.substring(SCHEME.length()).strip()))
        .orElseThrow(
            () ->
                new RestanteException(
                    ErrorCode.UNAUTHENTICATED, "This needs a valid token: Authorization: Bearer."));
  }
}
