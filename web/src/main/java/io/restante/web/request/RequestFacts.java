package io.restante.web.request;

import io.restante.access.Caller;
import io.restante.web.error.ProblemMapper;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of a request when its resource is called.
 *
 * @param route method and template, for instance {@code PUT /v1/domains/{d}}
 * @param parameters the values of the template's parameters
 * @param idempotencyKey as sent, if any
 */
public record RequestFacts(
    String requestId,
    Caller caller,
    String route,
    Map<String, String> parameters,
    Optional<String> idempotencyKey) {
  private static final String ATTRIBUTE = RequestFacts.class.getName();
  private static final String ADDRESS = ATTRIBUTE + ".address";

  public static RequestFacts of(HttpServletRequest request) {
    return (RequestFacts) request.getAttribute(ATTRIBUTE);
  }

  void attachTo(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, this);
  }

  static void attachAddress(HttpServletRequest request, String address) {
    request.setAttribute(ADDRESS, address);
  }

  /** The client's address, as limits count it. */
  static String address(HttpServletRequest request) {
    return (String) request.getAttribute(ADDRESS);
  }

  static String requestId(HttpServletRequest request) {
    return (String) request.getAttribute(ProblemMapper.REQUEST_ID);
  }
}
