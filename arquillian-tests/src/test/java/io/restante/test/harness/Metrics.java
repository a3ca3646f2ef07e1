package io.restante.test.harness;

import io.restante.server.WildFlyServer;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a server publishes at {@code /prometheus}. */
public final class Metrics {

  private Metrics() {}

  /** A value of the shared server; fails if it does not publish a metric of that name. */
  public static double of(String name) {
    TestServer.start();
    return of(TestServer.process(), name);
  }

  /** A value of a pipeline of a server, by the metric's name after {@code restante_pipeline_}. */
  public static double ofPipeline(WildFlyServer server, String pipeline, String metric) {
    return of(
        server, "restante_pipeline_" + metric + "\\{[^}]*pipeline=\"" + pipeline + "\"[^}]*}");
  }

  /** The same of the shared server. */
  public static double ofPipeline(String pipeline, String metric) {
    TestServer.start();
    return ofPipeline(TestServer.process(), pipeline, metric);
  }

  /** A value of a server; fails if it does not publish a metric of that name. */
  public static double of(WildFlyServer server, String name) {
    String text =
        RestClient.at(URI.create("http://localhost:" + server.managementPort()))
            .get("/prometheus")
            .expect(200)
            .text();
    Matcher line =
        Pattern.compile("^" + name + "(?:\\{[^}]*})? (\\S+)$", Pattern.MULTILINE).matcher(text);
    if (!line.find()) {
      throw new AssertionError("There is no metric " + name);
    }
    return Double.parseDouble(line.group(1));
  }
}
