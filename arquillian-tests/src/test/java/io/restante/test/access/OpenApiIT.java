package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenApiIT {

  @Test
  void documentHasTheRoutesOfTheResourceClassesAndNoOther(@TempDir Path scratch) throws Exception {
    NavigableSet<Route> declared =
        DeclaredRoutes.read(Path.of(System.getProperty("restante.ear")), scratch);

    assertThat(declared).hasSizeGreaterThan(20);
    assertThat(ApiDocument.routes()).containsExactlyElementsOf(declared);
  }

  @Test
  void everyRouteSaysWhatItDoesAndAnswers() {
    JsonNode paths = ApiDocument.read().path("paths");

    for (Route route : ApiDocument.routes()) {
      JsonNode operation = operation(paths, route);
      assertThat(operation.path("summary").asText()).as(route.toString()).isNotBlank();
      assertThat(operation.path("tags")).as(route.toString()).isNotEmpty();
      assertThat(operation.path("responses").properties())
          .as(route.toString())
          .anySatisfy(answer -> assertThat(answer.getKey()).startsWith("2"));
    }
  }

  @Test
  void everyPathParameterIsDescribed() {
    JsonNode paths = ApiDocument.read().path("paths");

    for (Route route : ApiDocument.routes()) {
      JsonNode operation = operation(paths, route);
      assertThat(operation.path("parameters"))
          .filteredOn(parameter -> parameter.path("in").asText().equals("path"))
          .as(route.toString())
          .hasSize(route.template().split("\\{", -1).length - 1);
    }
  }

  @Test
  void everyQueryParameterAndHeaderSaysWhatItIs() {
    JsonNode paths = ApiDocument.read().path("paths");

    for (Route route : ApiDocument.routes()) {
      assertThat(operation(paths, route).path("parameters"))
          .filteredOn(parameter -> !parameter.path("in").asText().equals("path"))
          .as(route.toString())
          .allSatisfy(parameter -> assertThat(parameter.path("description").asText()).isNotBlank());
    }
  }

  @Test
  void everyRouteOfTheApiSaysWhatItMayBeRefusedWith() {
    JsonNode document = ApiDocument.read();
    JsonNode problem =
        document.path("components").path("responses").path("Refusal").path("content");

    assertThat(problem.fieldNames()).toIterable().containsExactly("application/problem+json");
    for (Route route : ApiDocument.routes()) {
      JsonNode answers = operation(document.path("paths"), route).path("responses");
      if (!route.isOfApi()) {
        assertThat(answers.has("401")).as(route.toString()).isFalse();
        continue;
      }
      assertThat(answers.fieldNames())
          .toIterable()
          .as(route.toString())
          .contains("400", "401", "406", "429", "500", "503");
      assertThat(answers.properties())
          .filteredOn(answer -> !answer.getKey().startsWith("2"))
          .as(route.toString())
          .allSatisfy(
              answer -> {
                assertThat(answer.getValue().path("content")).isEqualTo(problem);
                assertThat(answer.getValue().path("description").asText())
                    .matches("`[A-Z_]+`(, `[A-Z_]+`)*");
              });
    }
  }

  @Test
  void refusalsAreThoseOfTheRoute() {
    JsonNode paths = ApiDocument.read().path("paths");
    String domain = "/restante/v1/domains/{domain}";

    assertThat(refusals(paths, new Route("GET", "/restante/v1/whoami")))
        .containsExactlyInAnyOrder("400", "401", "406", "429", "500", "503");
    Route submit = new Route("POST", domain + "/mailboxes/{mailbox}/envelopes");
    assertThat(refusal(paths, submit, 409))
        .isEqualTo("`MESSAGE_ID_CONFLICT`, `IDEMPOTENCY_IN_PROGRESS`");
    assertThat(refusal(paths, submit, 413)).isEqualTo("`ENVELOPE_TOO_LARGE`, `PAYLOAD_TOO_LARGE`");
    assertThat(refusal(paths, submit, 429)).isEqualTo("`MAILBOX_FULL`, `RATE_LIMITED`");
    Route receive = new Route("POST", domain + "/queues/{queue}/receive");
    assertThat(refusal(paths, receive, 409))
        .contains("`DISPATCH_PAUSED`", "`STALE_LEASE`")
        .doesNotContain("IDEMPOTENCY");
    Route list = new Route("GET", domain + "/queues/{queue}/messages");
    assertThat(refusal(paths, list, 410)).isEqualTo("`CURSOR_EXPIRED`");
    assertThat(refusals(paths, list)).doesNotContain("409", "413", "415", "422");
  }

  @Test
  void idempotencyKeyIsAParameterOfEveryWriteButReceives() {
    JsonNode paths = ApiDocument.read().path("paths");

    for (Route route : ApiDocument.routes()) {
      assertThat(operation(paths, route).path("parameters").findValuesAsText("name"))
          .as(route.toString())
          .filteredOn("Idempotency-Key"::equals)
          .hasSize(route.isWrite() && !route.template().endsWith("/receive") ? 1 : 0);
    }
  }

  @Test
  void tokenIsDemandedByAllRoutesButHealth() {
    JsonNode document = ApiDocument.read();

    assertThat(document.path("security").findValuesAsText("token")).hasSize(1);
    assertThat(document.path("components").path("securitySchemes").path("token").path("scheme"))
        .hasToString("\"bearer\"");
    for (Route route : ApiDocument.routes()) {
      JsonNode operation = operation(document.path("paths"), route);
      assertThat(operation.has("security")).as(route.toString()).isEqualTo(!route.isOfApi());
    }
  }

  private static JsonNode operation(JsonNode paths, Route route) {
    return paths.path(route.template()).path(route.method().toLowerCase(Locale.ROOT));
  }

  private static List<String> refusals(JsonNode paths, Route route) {
    return operation(paths, route).path("responses").properties().stream()
        .map(Map.Entry::getKey)
        .filter(status -> !status.startsWith("2"))
        .toList();
  }

  private static String refusal(JsonNode paths, Route route, int status) {
    return operation(paths, route)
        .path("responses")
        .path(String.valueOf(status))
        .path("description")
        .asText();
  }
}
