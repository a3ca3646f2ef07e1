package io.restante.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterReferenceTest {
  private static final Instant SEEN = Instant.parse("2026-01-01T00:00:00.123Z");
  private static final DeadLetterReference FULL =
      new DeadLetterReference(
          "ack", "main", "mailboxes/bob", "m1", 17, 2, "MAILBOX_FULL", 10, SEEN);

  @Test
  void intentBearsAllOfIt() {
    OutboxIntent intent = FULL.intent(SEEN);

    assertThat(DeadLetterReference.of(due(intent))).isEqualTo(FULL);
    assertThat(intent.type()).isEqualTo(EventType.DEAD_LETTER);
    assertThat(EventMessages.queue(due(intent))).isEqualTo("restante.dlq.ack");
  }

  @Test
  void whatIsNotKnownIsLeftOut() {
    DeadLetterReference gone =
        new DeadLetterReference("ack", null, null, null, 17, 0, "INTERNAL", 10, SEEN);

    assertThat(gone.properties()).doesNotContainKeys("domain", "resource", "messageId");
    assertThat(DeadLetterReference.of(due(gone.intent(SEEN)))).isEqualTo(gone);
  }

  @Test
  void longestNamesFitIntoTheRow() {
    String longest = "x".repeat(128);
    DeadLetterReference reference =
        new DeadLetterReference(
            "inbox",
            longest,
            "mailboxes/" + longest,
            longest,
            Long.MAX_VALUE,
            Integer.MAX_VALUE,
            "x".repeat(32),
            Integer.MAX_VALUE,
            SEEN);

    assertThat(reference.intent(SEEN).detail().length()).isLessThanOrEqualTo(1024);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kind", "id", "generation", "reason", "attempts", "firstSeen"})
  void messageWithoutAPropertyIsNone(String missing) {
    Map<String, String> properties = new HashMap<>(FULL.properties());
    properties.remove(missing);

    assertThatThrownBy(() -> DeadLetterReference.of(properties))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"id, x", "generation, 1.5", "attempts, ''", "firstSeen, yesterday"})
  void messageWithAnotherValueIsNone(String property, String value) {
    Map<String, String> properties = new HashMap<>(FULL.properties());
    properties.put(property, value);

    assertThatThrownBy(() -> DeadLetterReference.of(properties))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static DueEvent due(OutboxIntent intent) {
    return new DueEvent(1, intent.type(), intent.subjectId(), intent.detail());
  }
}
