package io.restante.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ValidationFailedException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a lease may last: of a receive, and of a renewal, which has no constructor for it. */
class LeaseLengthTest {

  @ParameterizedTest
  @ValueSource(strings = {"PT1S", "PT30S", "PT5M"})
  void itIsFromASecondToTheLongestOfTheQueue(Duration length) {
    assertThat(QueuePolicy.DEFAULT.requireLease(length)).isEqualTo(length);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"PT0S", "PT0.999S", "PT-1S", "PT5M1S"})
  void anyOtherIsRefused(Duration length) {
    assertThatThrownBy(() -> QueuePolicy.DEFAULT.requireLease(length))
        .isInstanceOfSatisfying(
            ValidationFailedException.class,
            refusal -> assertThat(refusal.field()).isEqualTo("leaseSeconds"));
  }

  @Test
  void settlementThatIsNoRenewalNeedsNone() {
    assertThat(new DeliverySettlement("token", null, null).lease()).isNull();
  }
}
