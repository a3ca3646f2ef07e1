package io.restante.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ValidationFailedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReceiveRequestTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  @Test
  void leaseIsRequired() {
    requireRefused("leaseSeconds", 1, 1, null);

    assertThat(new ReceiveRequest(null, 1, 1, LEASE).lease()).isEqualTo(LEASE);
  }

  @Test
  void numbersAreBounded() {
    requireRefused("maxMessages", 0, 1, LEASE);
    requireRefused("maxMessages", 101, 1, LEASE);
    requireRefused("maxBytes", 1, 0, LEASE);
    requireRefused("maxBytes", 1, (16 << 20) + 1, LEASE);

    assertThat(new ReceiveRequest(null, 100, 16 << 20, LEASE).maxMessages()).isEqualTo(100);
  }

  private static void requireRefused(String field, int maxMessages, int maxBytes, Duration lease) {
    assertThatThrownBy(() -> new ReceiveRequest(null, maxMessages, maxBytes, lease))
        .isInstanceOfSatisfying(
            ValidationFailedException.class,
            refusal -> assertThat(refusal.field()).isEqualTo(field));
  }
}
