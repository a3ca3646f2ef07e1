package io.restante.test.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Speaks REST to Restante as a principal. Immutable: {@code
 * RestClient.as(token).with("Idempotency-Key", "k1").post("/domains/main", "{}")}. Paths begin with
 * a slash and are relative to the base URI; what needs escaping in them, the caller escapes.
 *
 * <p>A body is sent as it is if it is a {@code String} or a {@code byte[]}, and otherwise written
 * as JSON: a map, a record, a {@code JsonNode}.
 */
public final class RestClient {

  static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();

  private final URI base;
  private final Map<String, String> headers;

  private RestClient(URI base, Map<String, String> headers) {
    this.base = base;
    this.headers = headers;
  }

  /** A caller without a token, of the shared server. */
  public static RestClient anonymous() {
    return at(TestServer.baseUri());
  }

  /** The principal of the token, at the shared server. */
  public static RestClient as(String token) {
    return anonymous().withToken(token);
  }

  /** The administrator of the shared server. */
  public static RestClient admin() {
    return as(TestServer.adminToken());
  }

  /** A caller without a token, of the server at the base URI, which ends without a slash. */
  public static RestClient at(URI base) {
    return new RestClient(base, Map.of("Content-Type", "application/json"));
  }

  /** The same caller with another token. */
  public RestClient withToken(String token) {
    return with("Authorization", "Bearer " + token);
  }

  /** The same caller with one more header, which replaces one of the same name. */
  public RestClient with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new RestClient(base, Map.copyOf(more));
  }

  /** The same caller with an {@code Idempotency-Key}. */
  public RestClient withKey(String key) {
    return with("Idempotency-Key", key);
  }

  public Reply get(String path) {
    return send("GET", path, null);
  }

  public Reply post(String path, Object body) {
    return send("POST", path, body);
  }

  public Reply put(String path, Object body) {
    return send("PUT", path, body);
  }

  public Reply delete(String path) {
    return send("DELETE", path, null);
  }

  /** Sends a request and waits for the answer; a body of null sends none. */
  public Reply send(String method, String path, Object body) {
    try {
      return Reply.of(HTTP.send(request(method, path, body), RestClient::read));
    } catch (IOException e) {
      throw new UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends a request without waiting for the answer. */
  public CompletableFuture<Reply> sendAsync(String method, String path, Object body) {
    return HTTP.sendAsync(request(method, path, body), RestClient::read).thenApply(Reply::of);
  }

  /** A stream of events has no end: it is closed, and counts as empty. */
  private static BodySubscriber<byte[]> read(ResponseInfo response) {
    boolean endless =
        response
            .headers()
            .firstValue("Content-Type")
            .filter(type -> type.startsWith("text/event-stream"))
            .isPresent();
    return endless
        ? BodySubscribers.mapping(BodySubscribers.ofInputStream(), RestClient::close)
        : BodySubscribers.ofByteArray();
  }

  private static byte[] close(InputStream stream) {
    try {
      stream.close();
      return new byte[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpRequest request(String method, String path, Object body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(LIMIT);
    headers.forEach(request::setHeader);
    return request.method(method, publisher(body)).build();
  }

  private static BodyPublisher publisher(Object body) {
    if (body == null) {
      return BodyPublishers.noBody();
    }
    if (body instanceof byte[] bytes) {
      return BodyPublishers.ofByteArray(bytes);
    }
    if (body instanceof String text) {
      return BodyPublishers.ofString(text);
    }
    try {
      return BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
