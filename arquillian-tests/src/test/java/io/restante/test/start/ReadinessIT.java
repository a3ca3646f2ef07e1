package io.restante.test.start;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a database it is in the durability package. */
@Isolated
class ReadinessIT {

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void healthNeedsNoToken() {
    assertThat(health("/live").expect(200).text("status")).isEqualTo("UP");
    assertThat(health("/ready").expect(200).text("status")).isEqualTo("UP");
  }

  @Test
  void readyNodeSaysWhatItLookedAt() {
    assertThat(checks(health("/ready").expect(200)))
        .containsEntry("database", "UP")
        .containsEntry("schema", "UP")
        .containsEntry("clock", "UP");
  }

  @ParameterizedTest
  @ValueSource(longs = {2_500, -2_500, 86_400_000})
  void clockThatIsMoreThanTwoSecondsOffTheDatabasesMakesTheNodeUnready(long millis) {
    TestServer.advanceClock(Duration.ofMillis(millis));

    // What the question itself takes counts as not known.
    Reply off =
        Awaitility.await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> health("/ready"), reply -> reply.status() == 503);
    assertThat(off.text("status")).isEqualTo("DOWN");
    assertThat(checks(off)).containsEntry("clock", "DOWN").containsEntry("database", "UP");
    assertThat(health("/live").expect(200).text("status")).isEqualTo("UP");

    TestServer.resetClock();
    assertThat(health("/ready").expect(200).text("status")).isEqualTo("UP");
  }

  @ParameterizedTest
  @ValueSource(longs = {1_500, -1_500})
  void clockThatIsLessOffIsGoodEnough(long millis) {
    TestServer.advanceClock(Duration.ofMillis(millis));

    assertThat(checks(health("/ready").expect(200))).containsEntry("clock", "UP");
  }

  private static Reply health(String path) {
    return RestClient.at(TestServer.rootUri().resolve("health")).get(path);
  }

  private static Map<String, String> checks(Reply reply) {
    Map<String, String> checks = new LinkedHashMap<>();
    for (JsonNode check : reply.json().path("checks")) {
      checks.put(check.path("name").asText(), check.path("status").asText());
    }
    return checks;
  }
}
