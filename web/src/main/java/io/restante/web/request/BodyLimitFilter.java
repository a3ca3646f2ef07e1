package io.restante.web.request;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Refuses a request that says that it is too large, before any of it is read, and one that turns
 * out to be while it is read.
 */
@Provider
@Priority(Priorities.USER)
public class BodyLimitFilter implements ContainerRequestFilter {
  @Context private ResourceInfo route;

  @Override
  public void filter(ContainerRequestContext request) {
    BodyLimit declared = route.getResourceMethod().getAnnotation(BodyLimit.class);
    long limit = declared == null ? BodyLimit.DEFAULT : declared.value();
    String length = request.getHeaderString(HttpHeaders.CONTENT_LENGTH);
    if (length != null && isAbove(length, limit)) {
      throw tooLarge(limit);
    }
    if (request.getEntityStream() != null) {
      request.setEntityStream(new LimitedStream(request.getEntityStream(), limit));
    }
  }

  private static boolean isAbove(String length, long limit) {
    try {
      return Long.parseLong(length) > limit;
    } catch (NumberFormatException e) {
      return true;
    }
  }

  private static RestanteException tooLarge(long limit) {
    return new RestanteException(
        ErrorCode.PAYLOAD_TOO_LARGE,
        "The request is larger than the " + limit + " bytes read here.");
  }

  private static final class LimitedStream extends FilterInputStream {
    private final long limit;
    private long read;

    LimitedStream(InputStream stream, long limit) {
      super(stream);
      this.limit = limit;
    }

    @Override
    public int read() throws IOException {
      int value = super.read();
      count(value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int bytes = super.read(buffer, offset, length);
      count(Math.max(0, bytes));
      return bytes;
    }

    /**
     * Does nothing: the server's stream reads the rest of the request when it is closed, and the
     * answer to one that is too large would wait for that.
     */
    @Override
    public void close() {}

    private void count(int bytes) {
      read += bytes;
      if (read > limit) {
        throw tooLarge(limit);
      }
    }
  }
}
