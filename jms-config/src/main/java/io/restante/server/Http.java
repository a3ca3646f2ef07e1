package io.restante.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The few requests that a launcher makes. */
final class Http {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  private Http() {}

  /** Whether a GET is answered 200 now. */
  static boolean answers(URI uri) {
    try {
      return send(HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build()).statusCode()
          == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** Puts a JSON document and returns the answer, whatever its status. */
  static HttpResponse<String> put(URI uri, String token, String json) throws IOException {
    return send(
        HttpRequest.newBuilder(uri)
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  private static HttpResponse<String> send(HttpRequest request) throws IOException {
    try {
      return CLIENT.send(request, BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted while waiting for " + request.uri(), e);
    }
  }
}
