package io.restante.test.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Locale;
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
      JsonNode operation =
          paths.path(route.template()).path(route.method().toLowerCase(Locale.ROOT));
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
      JsonNode operation =
          paths.path(route.template()).path(route.method().toLowerCase(Locale.ROOT));
      assertThat(operation.path("parameters"))
          .filteredOn(parameter -> parameter.path("in").asText().equals("path"))
          .as(route.toString())
          .hasSize(route.template().split("\\{", -1).length - 1);
    }
  }

  @Test
  void tokenIsDemandedByAllRoutesButHealth() {
    JsonNode document = ApiDocument.read();

    assertThat(document.path("security").findValuesAsText("token")).hasSize(1);
    assertThat(document.path("components").path("securitySchemes").path("token").path("scheme"))
        .hasToString("\"bearer\"");
    for (Route route : ApiDocument.routes()) {
      JsonNode operation =
          document
              .path("paths")
              .path(route.template())
              .path(route.method().toLowerCase(Locale.ROOT));
      assertThat(operation.has("security")).as(route.toString()).isEqualTo(!route.isOfApi());
    }
  }
}
