package io.restante.test.access;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import java.net.URI;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The OpenAPI document as the server serves it. */
public final class ApiDocument {

  private ApiDocument() {}

  public static JsonNode read() {
    return RestClient.at(URI.create(TestServer.rootUri() + "openapi"))
        .get("?format=JSON")
        .expect(200)
        .json();
  }

  /** All its routes. */
  public static NavigableSet<Route> routes() {
    NavigableSet<Route> routes = new TreeSet<>();
    read()
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method ->
                            routes.add(new Route(method.toUpperCase(Locale.ROOT), path.getKey()))));
    return routes;
  }
}
