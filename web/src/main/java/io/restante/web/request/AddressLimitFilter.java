package io.restante.web.request;

import io.restante.ratelimit.ClientAddresses;
import io.restante.ratelimit.RateLimit;
import io.restante.ratelimit.RateLimits;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.ext.Provider;
import java.util.List;

/**
 * Counts the requests of each client address, before anything else is done for them. Health is not
 * counted: a balancer that is refused would take the node for broken.
 */
@Provider
@PreMatching
public class AddressLimitFilter implements ContainerRequestFilter {
  private static final String HEALTH = "/health/";

  @Context private HttpServletRequest servletRequest;
  @Inject private ClientAddresses addresses;
  @Inject private RateLimits limits;

  @Override
  public void filter(ContainerRequestContext request) {
    if (request.getUriInfo().getPath().startsWith(HEALTH)) {
      return;
    }
    String address =
        addresses.of(
            servletRequest.getRemoteAddr(),
            header -> request.getHeaders().getOrDefault(header, List.of()));
    RequestFacts.attachAddress(servletRequest, address);
    limits.take(RateLimit.ADDRESS, address);
  }
}
