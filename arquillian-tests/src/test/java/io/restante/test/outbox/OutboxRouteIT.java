package io.restante.test.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.RestClient;
import io.restante.test.request.Refusals;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxRouteIT {

  private final RestClient admin = RestClient.admin();

  @Test
  void eventThatWasGivenUpIsShownAndTriedAgain() {
    long id = DeadEvent.store();

    JsonNode shown = dead(id);
    assertThat(shown.path("type").asText()).isEqualTo("ACKNOWLEDGEMENT");
    assertThat(shown.path("attempts").asInt()).isEqualTo(10);
    assertThat(shown.path("lastError").asText()).isEqualTo("MAILBOX_FULL");
    assertThat(deadByCount()).isPositive();

    admin.post("/admin/outbox/" + id + "/retry", null).expect(204);

    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(DeadEvent.state(id)).isEqualTo("DONE"));
    assertThat(dead(id).isMissingNode()).isTrue();
    Refusals.require(admin.post("/admin/outbox/" + id + "/retry", null), 409, "CONFLICT");
    assertThat(
            admin
                .get("/admin/audit?action=outbox.retry&limit=100")
                .expect(200)
                .json()
                .findValuesAsText("detail"))
        .contains("event " + id);
  }

  @Test
  void retryIsReplayedWithItsKey() {
    long id = DeadEvent.store();
    RestClient keyed = admin.withKey("retry-" + id);

    keyed.post("/admin/outbox/" + id + "/retry", null).expect(204);

    keyed.post("/admin/outbox/" + id + "/retry", null).expect(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "x", "9223372036854775808"})
  void whatIsNoIdIsRefused(String id) {
    Refusals.require(admin.post("/admin/outbox/" + id + "/retry", null), 400, "VALIDATION_FAILED");
  }

  @Test
  void eventThatIsNotThereIsNotFound() {
    Refusals.require(
        admin.post("/admin/outbox/" + Long.MAX_VALUE + "/retry", null), 404, "NOT_FOUND");
  }

  private JsonNode dead(long id) {
    JsonNode dead = admin.get("/admin/outbox").expect(200).json().path("dead");
    return StreamSupport.stream(dead.spliterator(), false)
        .filter(event -> event.path("id").asLong() == id)
        .findFirst()
        .orElse(dead.path("missing"));
  }

  private long deadByCount() {
    JsonNode counts = admin.get("/admin/outbox").expect(200).json().path("counts");
    return StreamSupport.stream(counts.spliterator(), false)
        .filter(count -> count.path("state").asText().equals("DEAD"))
        .peek(count -> assertThat(count.path("oldestCreatedAt").asText()).isNotBlank())
        .mapToLong(count -> count.path("count").asLong())
        .sum();
  }
}
