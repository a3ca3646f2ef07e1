package io.restante.web.request;

import io.restante.access.AccessControl;
import io.restante.access.Caller;
import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds out who calls, before anything of the body is read. */
@Provider
@Priority(Priorities.AUTHENTICATION)
public class AuthenticationFilter implements ContainerRequestFilter {
  private static final String SCHEME = "Bearer ";
  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  @Context private ResourceInfo route;
  @Context private HttpServletRequest servletRequest;
  @Inject private AccessControl access;

  @Override
  public void filter(ContainerRequestContext request) {
    if (route.getResourceClass().isAnnotationPresent(PublicRoute.class)) {
      return;
    }
    new RequestFacts(
            RequestFacts.requestId(servletRequest),
            authenticate(request),
            request.getMethod() + " " + template(),
            parameters(request),
            idempotencyKey(request.getHeaders()))
        .attachTo(servletRequest);
  }

  private Caller authenticate(ContainerRequestContext request) {
    return Optional.ofNullable(request.getHeaderString(HttpHeaders.AUTHORIZATION))
        .filter(header -> header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
        .flatMap(header -> access.authenticate(header.substring(SCHEME.length()).strip()))
        .orElseThrow(
            () ->
                new RestanteException(
                    ErrorCode.UNAUTHENTICATED, "This needs a valid token: Authorization: Bearer."));
  }

  private String template() {
    Method method = route.getResourceMethod();
    Path below = method.getAnnotation(Path.class);
    return route.getResourceClass().getAnnotation(Path.class).value()
        + (below == null ? "" : "/" + below.value());
  }

  private static Map<String, String> parameters(ContainerRequestContext request) {
    return request.getUriInfo().getPathParameters().entrySet().stream()
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> e.getValue().get(0)));
  }

  private static Optional<String> idempotencyKey(MultivaluedMap<String, String> headers) {
    List<String> keys = headers.getOrDefault(IDEMPOTENCY_KEY, List.of());
    if (keys.stream().distinct().count() > 1) {
      throw new ValidationFailedException(IDEMPOTENCY_KEY, "must be sent once");
    }
    return keys.stream().findFirst();
  }
}
