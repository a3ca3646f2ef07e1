package io.restante.web.request;

import io.restante.access.Caller;
import io.restante.error.ValidationFailedException;
import io.restante.ratelimit.RateLimit;
import io.restante.ratelimit.RateLimits;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.HttpMethod;
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
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out who calls, and whether it may so soon, before anything of the body is read. */
@Provider
@Priority(Priorities.AUTHENTICATION)
public class AuthenticationFilter implements ContainerRequestFilter {
  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  private static final Set<String> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

  @Context private ResourceInfo route;
  @Context private HttpServletRequest servletRequest;
  @Inject private Authentication authentication;
  @Inject private RateLimits limits;

  @Override
  public void filter(ContainerRequestContext request) {
    if (route.getResourceClass().isAnnotationPresent(PublicRoute.class)) {
      return;
    }
    Caller caller =
        authentication.caller(
            RequestFacts.address(servletRequest),
            request.getHeaderString(HttpHeaders.AUTHORIZATION));
    count(caller, request.getMethod());
    new RequestFacts(
            RequestFacts.requestId(servletRequest),
            caller,
            request.getMethod() + " " + template(),
            parameters(request),
            idempotencyKey(request.getHeaders()))
        .attachTo(servletRequest);
  }

  private void count(Caller caller, String method) {
    Limited limited =
        Optional.ofNullable(route.getResourceMethod().getAnnotation(Limited.class))
            .orElse(route.getResourceClass().getAnnotation(Limited.class));
    RateLimit limit =
        limited != null
            ? limited.value()
            : READS.contains(method) ? RateLimit.READ : RateLimit.WRITE;
    limits.take(limit, caller.principalId());
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
