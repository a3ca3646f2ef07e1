package io.restante.web.json;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jboss.resteasy.spi.AsyncMessageBodyWriter;
import org.jboss.resteasy.spi.AsyncOutputStream;

/**
 * Writes answers. Large ones of asynchronous resources, pages and deliveries, are given to the
 * server as a whole, which sends them as fast as the client reads: a client that does not read
 * holds no thread (ADR 23). On the request's own thread RESTEasy would wait for it.
 */
@Provider
@Produces(MediaType.APPLICATION_JSON)
public class JsonBodyWriter implements AsyncMessageBodyWriter<Record> {
  /** What a connection takes without waiting for its client. */
  private static final int SMALL = 16 << 10;

  @Context private HttpServletRequest request;
  @Resource private ManagedExecutorService executor;

  @Override
  public boolean isWriteable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type.isRecord();
  }

  @Override
  public void writeTo(
      Record value,
      Class<?> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      OutputStream stream)
      throws IOException {
    stream.write(Json.write(value));
  }

  @Override
  public CompletionStage<Void> asyncWriteTo(
      Record value,
      Class<?> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, Object> headers,
      AsyncOutputStream stream) {
    byte[] json = Json.write(value);
    return json.length <= SMALL || !request.isAsyncStarted()
        ? stream.asyncWrite(json)
        : writeElsewhere(stream, json);
  }

  private CompletionStage<Void> writeElsewhere(AsyncOutputStream stream, byte[] json) {
    try {
      return CompletableFuture.supplyAsync(() -> stream.asyncWrite(json), executor)
          .thenCompose(Function.identity());
    } catch (RejectedExecutionException stopping) {
      return stream.asyncWrite(json);
    }
  }
}
