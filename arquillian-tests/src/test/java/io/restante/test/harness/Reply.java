package io.restante.test.harness;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What a server answered. */
public final class Reply {

  private final String request;
  private final int status;
  private final HttpHeaders headers;
  private final byte[] body;

  private Reply(String request, int status, HttpHeaders headers, byte[] body) {
    this.request = request;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  static Reply of(HttpResponse<byte[]> response) {
    String request = response.request().method() + " " + response.uri().getPath();
    return new Reply(request, response.statusCode(), response.headers(), response.body());
  }

  public int status() {
    return status;
  }

  /** Returns this if it has the status, and fails with the whole answer otherwise. */
  public Reply expect(int wanted) {
    if (status != wanted) {
      throw new AssertionError("Expected " + wanted + " but " + this);
    }
    return this;
  }

  /** First value of the header. */
  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  public HttpHeaders headers() {
    return headers;
  }

  public byte[] bytes() {
    return body.clone();
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  public JsonNode json() {
    try {
      return RestClient.JSON.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException("Not JSON: " + this, e);
    }
  }

  /** A field of the JSON object as text, {@code ""} if there is none. */
  public String text(String field) {
    return json().path(field).asText();
  }

  /** The {@code code} of a problem, {@code ""} if it is none. */
  public String code() {
    return text("code");
  }

  @Override
  public String toString() {
    return request + " answered " + status + " " + text();
  }
}
