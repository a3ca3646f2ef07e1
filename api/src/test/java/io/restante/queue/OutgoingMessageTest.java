package io.restante.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ValidationFailedException;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutgoingMessageTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-0001-12-31T23:59:59.999Z",
        "-1000000000-01-01T00:00:00Z",
        "+10000-01-01T00:00:00Z",
        "+1000000000-12-31T23:59:59.999999999Z"
      })
  void timeThatCannotBeStoredIsRefused(String time) {
    Instant instant = Instant.parse(time);

    assertThatThrownBy(() -> message(instant, null))
        .isInstanceOf(ValidationFailedException.class)
        .hasMessageStartingWith("notBefore ");
    assertThatThrownBy(() -> message(null, instant))
        .isInstanceOf(ValidationFailedException.class)
        .hasMessageStartingWith("expiresAt ");
  }

  @Test
  void timesAreCutToWhatIsStored() {
    Instant last = Instant.parse("9999-12-31T23:59:59.999999999Z");
    Instant first = Instant.parse("0000-01-01T00:00:00Z");

    OutgoingMessage message = message(first, last);

    assertThat(message.notBefore()).isEqualTo(first);
    assertThat(message.expiresAt()).isEqualTo(Instant.parse("9999-12-31T23:59:59.999Z"));
  }

  private static OutgoingMessage message(Instant notBefore, Instant expiresAt) {
    return new OutgoingMessage(
        new QueueAddress("main", "orders"), "m1", "1", null, null, notBefore, expiresAt);
  }
}
