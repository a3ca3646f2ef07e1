package io.restante.web.error;

import io.restante.database.TransactionRetry;
import io.restante.error.ErrorCode;
import io.restante.error.NotFoundException;
import io.restante.error.RestanteException;
import io.restante.web.json.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The only way from a failure to an answer. What is not a refusal of ours is INTERNAL, logged with
 * the request id and by its classes alone, since messages of exceptions may repeat what was sent.
 */
@Provider
public class ProblemMapper implements ExceptionMapper<Throwable> {
  /** The attribute of the servlet request that holds the request id. */
  public static final String REQUEST_ID = "io.restante.requestId";

  private static final Logger LOG = Logger.getLogger(ProblemMapper.class);

  @Context private HttpServletRequest request;

  @Override
  public Response toResponse(Throwable failure) {
    String requestId = String.valueOf(request.getAttribute(REQUEST_ID));
    RestanteException refusal = refusal(failure, requestId);
    Problem problem = Problem.of(refusal, requestId);
    Response.ResponseBuilder response =
        Response.status(problem.status()).type(Problem.MEDIA_TYPE).entity(Json.write(problem));
    if (problem.retryAfterSeconds() != null) {
      response.header(HttpHeaders.RETRY_AFTER, problem.retryAfterSeconds());
    }
    if (refusal.code() == ErrorCode.UNAUTHENTICATED) {
      response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer");
    }
    if (failure instanceof NotAllowedException e) {
      response.header(HttpHeaders.ALLOW, e.getResponse().getHeaderString(HttpHeaders.ALLOW));
    }
    return response.build();
  }

  /** What a failure is answered with; INTERNAL, and logged, if it is no refusal of ours. */
  public static RestanteException refusal(Throwable failure, String requestId) {
    return refusal(failure).orElseGet(() -> internal(failure, requestId));
  }

  private static Optional<RestanteException> refusal(Throwable failure) {
    Optional<RestanteException> ours =
        causes(failure)
            .filter(RestanteException.class::isInstance)
            .map(RestanteException.class::cast)
            .findFirst();
    if (ours.isPresent()) {
      return ours;
    }
    if (failure instanceof ClientErrorException e) {
      return Optional.of(ofServer(e.getResponse().getStatus()));
    }
    return causes(failure)
        .filter(RuntimeException.class::isInstance)
        .map(RuntimeException.class::cast)
        .map(TransactionRetry::translate)
        .filter(RestanteException.class::isInstance)
        .map(RestanteException.class::cast)
        .findFirst();
  }

  /** What JAX-RS or the server refuses by itself, before any resource sees it. */
  static RestanteException ofServer(int status) {
    return switch (status) {
      case 404 -> new NotFoundException();
      case 405 -> new RestanteException(ErrorCode.NOT_ALLOWED, "This method is not served here.");
      case 406 ->
          new RestanteException(ErrorCode.NOT_ACCEPTABLE, "Only application/json is served here.");
      case 415 ->
          new RestanteException(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Only application/json is read here.");
      default -> new RestanteException(ErrorCode.VALIDATION_FAILED, "The request is malformed.");
    };
  }

  private static RestanteException internal(Throwable failure, String requestId) {
    LOG.errorf(
        "Request %s failed: %s", requestId, causes(failure).map(ProblemMapper::where).toList());
    return new RestanteException(
        ErrorCode.INTERNAL, "This failed here, not with you.", Duration.ofSeconds(1));
  }

  private static String where(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return failure.getClass().getName() + (trace.length == 0 ? "" : " at " + trace[0]);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, t -> t != null, Throwable::getCause).limit(20);
  }
}
