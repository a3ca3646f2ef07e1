package io.restante.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueuePolicyTest {
  private static final long YEAR = Duration.ofDays(366).toMillis();

  @ParameterizedTest
  @CsvSource({"1, 1000", "2, 2000", "3, 4000", "9, 256000", "10, 300000", "1000, 300000"})
  void delayDoublesUpToTheLongest(int attempts, long millis) {
    assertThat(QueuePolicy.DEFAULT.delay(attempts)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void delayIsAtLeastAMillisecondAndNeverOverflows() {
    assertThat(policy(1, YEAR, 0.01).delay(500)).isEqualTo(Duration.ofMillis(1));
    assertThat(policy(1, YEAR, 1e300).delay(1_000)).isEqualTo(Duration.ofDays(366));
  }

  @Test
  void delayThatNoStoredTimeCouldEndIsRefused() {
    assertThat(policy(YEAR, YEAR, 2).delay(1_000)).isEqualTo(Duration.ofDays(366));
    requireRefused("retryMaxMillis", () -> policy(1, YEAR + 1, 2));
    requireRefused("retryMaxMillis", () -> policy(1, Long.MAX_VALUE, 2));
    requireRefused("retryBaseMillis", () -> policy(YEAR + 1, YEAR + 1, 2));
  }

  @Test
  void bodyThatCouldNeverBeStoredOrHandedOutIsRefusedByBothNames() {
    requireRefused("payloadLimitBytes", () -> Policies.ofBytes(1_000, 99, null, 100));
    requireRefused("maxInFlightBytes", () -> Policies.ofBytes(1_000, 99, null, 100));
    requireRefused("payloadLimitBytes", () -> Policies.ofBytes(99, 1_000, null, 100));
    requireRefused("maxStoredBytes", () -> Policies.ofBytes(99, 1_000, null, 100));
    assertThat(Policies.ofBytes(100, 100, null, 100).payloadLimitBytes()).isEqualTo(100);
  }

  /** It waits where it may be redriven and cancelled. */
  @Test
  void bodyThatCouldNeverBeParkedIsNone() {
    assertThat(Policies.ofBytes(100, 100, 1L, 100).deadLetterBytes()).isEqualTo(1);
  }

  @Test
  void leaseLastsASecondToTheLongest() {
    QueuePolicy policy = QueuePolicy.DEFAULT;

    assertThat(policy.requireLease(Duration.ofSeconds(1))).isEqualTo(Duration.ofSeconds(1));
    assertThat(policy.requireLease(Duration.ofMinutes(5))).isEqualTo(Duration.ofMinutes(5));
    requireRefused("leaseSeconds", () -> policy.requireLease(null));
    requireRefused("leaseSeconds", () -> policy.requireLease(Duration.ofMillis(999)));
    requireRefused("leaseSeconds", () -> policy.requireLease(Duration.ofMillis(300_001)));
    requireRefused("leaseSeconds", () -> policy.requireLease(Duration.ofSeconds(Long.MAX_VALUE)));
  }

  @Test
  void fullJitterIsWithinTheDelayAndNoneIsExact() {
    QueuePolicy full = Policies.with(5, RetryJitter.FULL, null, 10);
    Random random = new Random(7);

    assertThat(IntStream.range(0, 1_000).mapToObj(i -> full.drawDelay(2, random).toMillis()))
        .allMatch(millis -> millis >= 1 && millis <= 2_000)
        .anyMatch(millis -> millis < 500)
        .anyMatch(millis -> millis > 1_500);
    assertThat(QueuePolicy.DEFAULT.drawDelay(2, random)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void impossiblePoliciesAreRefusedAndNamed() {
    requireRefused("maxAttempts", () -> Policies.with(0, RetryJitter.NONE, null, 10));
    requireRefused("maxAttempts", () -> Policies.with(1_001, RetryJitter.NONE, null, 10));
    requireRefused("maxStoredMessages", () -> Policies.with(5, RetryJitter.NONE, null, 0));
    requireRefused("maxDeadLetterMessages", () -> Policies.with(5, RetryJitter.NONE, 11L, 10));
    requireRefused("maxDeadLetterMessages", () -> Policies.with(5, RetryJitter.NONE, 0L, 10));
    requireRefused("retryMaxMillis", () -> policy(1_000, 999, 2));
    requireRefused("retryFactor", () -> policy(1, 1, 0));
    requireRefused("retryFactor", () -> policy(1, 1, Double.NaN));
    requireRefused("retryFactor", () -> policy(1, 1, Double.POSITIVE_INFINITY));
    requireRefused("parkedHead", () -> ordered(QueueOrdering.COMPETING, ParkedHead.BLOCK));
  }

  @Test
  void orderMayBeChangedOnlyWhileNothingIsStored() {
    QueuePolicy strict = ordered(QueueOrdering.STRICT_PER_KEY, ParkedHead.CONTINUE);
    QueuePolicy blocking = ordered(QueueOrdering.STRICT_PER_KEY, ParkedHead.BLOCK);

    assertThatThrownBy(() -> QueuePolicy.DEFAULT.requireChangeable(strict, false))
        .isInstanceOf(RestanteException.class);
    assertThatThrownBy(() -> strict.requireChangeable(blocking, false))
        .isInstanceOf(RestanteException.class);
    assertThatCode(() -> strict.requireChangeable(blocking, true)).doesNotThrowAnyException();
    assertThatCode(
            () ->
                QueuePolicy.DEFAULT.requireChangeable(
                    Policies.with(1, RetryJitter.FULL, 1L, 10), false))
        .doesNotThrowAnyException();
  }

  private static void requireRefused(String field, Runnable making) {
    assertThatThrownBy(making::run)
        .isInstanceOf(ValidationFailedException.class)
        .hasMessageContaining(field);
  }

  private static QueuePolicy policy(long baseMillis, long maxMillis, double factor) {
    QueuePolicy d = QueuePolicy.DEFAULT;
    return new QueuePolicy(
        d.maxAttempts(),
        d.maxStoredMessages(),
        d.maxStoredBytes(),
        d.maxInFlightMessages(),
        d.maxInFlightBytes(),
        d.maxLeaseSeconds(),
        baseMillis,
        maxMillis,
        factor,
        d.retryJitter(),
        null,
        null,
        d.ordering(),
        d.parkedHead(),
        d.payloadLimitBytes());
  }

  private static QueuePolicy ordered(QueueOrdering ordering, ParkedHead parkedHead) {
    QueuePolicy d = QueuePolicy.DEFAULT;
    return new QueuePolicy(
        d.maxAttempts(),
        d.maxStoredMessages(),
        d.maxStoredBytes(),
        d.maxInFlightMessages(),
        d.maxInFlightBytes(),
        d.maxLeaseSeconds(),
        d.retryBaseMillis(),
        d.retryMaxMillis(),
        d.retryFactor(),
        d.retryJitter(),
        null,
        null,
        ordering,
        parkedHead,
        d.payloadLimitBytes());
  }
}
