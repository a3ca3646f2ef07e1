package io.restante.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class QueueTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");

  private final Queue queue = new Queue(1, "orders", policy(10_000), T0);
  private final QueueUsage usage = new QueueUsage();

  @Test
  void limitBelowAStoredMessageIsRefusedAndChangesNothing() {
    usage.store(200, queue.policy());
    usage.store(50, queue.policy());

    assertThatThrownBy(() -> queue.change(policy(199), usage, () -> 200))
        .isInstanceOfSatisfying(
            RestanteException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.CONFLICT))
        .hasMessageContaining("200 bytes that could never be handed out");

    assertThat(queue.policy().maxInFlightBytes()).isEqualTo(10_000);
    queue.change(policy(200), usage, () -> 200);
    assertThat(queue.policy().maxInFlightBytes()).isEqualTo(200);
  }

  @Test
  void messagesAreLookedAtOnlyIfOneMayBeTooLarge() {
    queue.change(policy(100), usage, QueueTest::notAsked);
    usage.store(90, queue.policy());
    queue.change(policy(90), usage, QueueTest::notAsked);
    queue.change(policy(90), usage, QueueTest::notAsked);
    queue.change(policy(5L << 20), usage, QueueTest::notAsked);
    usage.store(3 << 20, queue.policy());
    queue.change(policy(2L << 20), usage, QueueTest::notAsked);
    assertThat(queue.policy().maxInFlightBytes()).isEqualTo(2 << 20);
  }

  private static int notAsked() {
    throw new AssertionError("Nobody has to know.");
  }

  private static QueuePolicy policy(long inFlight) {
    return Policies.ofBytes(1L << 30, inFlight, null, 50);
  }
}
