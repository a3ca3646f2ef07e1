package io.restante.queue;

import static io.restante.error.ErrorCode.CONFLICT;
import static io.restante.error.ErrorCode.LEASE_EXPIRED;
import static io.restante.error.ErrorCode.RESOURCE_EXHAUSTED;
import static io.restante.error.ErrorCode.REVISION_CONFLICT;
import static io.restante.error.ErrorCode.STALE_LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.error.ValidationFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QueueMessageTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Random RANDOM = new Random(1);

  private final QueueUsage usage = new QueueUsage();
  private QueuePolicy policy = QueuePolicy.DEFAULT;
  private Instant now = T0;

  @Test
  void workedLedger() {
    QueueMessage message = enqueue(null, null);
    requireAt(message, MessageState.READY, 1);

    Lease first = claim(message);
    requireAt(message, MessageState.LEASED, 2);
    message.renew(first, LEASE, now);
    requireAt(message, MessageState.LEASED, 3);
    message.renew(first, LEASE, now);
    requireAt(message, MessageState.LEASED, 4);

    after(LEASE);
    message.pass(policy, usage, RANDOM, now);
    requireAt(message, MessageState.READY, 5);

    Lease second = claim(message);
    requireAt(message, MessageState.LEASED, 6);
    message.ack(second, usage, now);
    requireAt(message, MessageState.ACKED, 7);
    assertThat(message.attempts()).isEqualTo(2);
    assertThat(usage.isEmpty()).isTrue();
  }

  @Test
  void leaseIsOverAtItsDeadline() {
    QueueMessage message = enqueue(null, null);
    Lease lease = claim(message);

    after(LEASE.minusMillis(1));
    message.renew(lease, LEASE, now);
    after(LEASE);

    requireRefused(LEASE_EXPIRED, () -> message.ack(lease, usage, now));
    requireRefused(LEASE_EXPIRED, () -> message.release(lease, usage, now));
    requireRefused(LEASE_EXPIRED, () -> nack(message, lease));
    requireRefused(LEASE_EXPIRED, () -> message.renew(lease, LEASE, now));
    assertThat(message.attempts()).isEqualTo(1);
  }

  @Test
  void leaseOfBeforeIsStaleAfterEachWayToLoseIt() {
    QueueMessage message = enqueue(null, null);
    Lease lapsed = claim(message);
    after(LEASE);
    message.pass(policy, usage, RANDOM, now);
    requireStale(message, lapsed);

    Lease released = claim(message);
    message.release(released, usage, now);
    requireStale(message, released);

    Lease present = claim(message);
    requireStale(message, lapsed);
    requireStale(message, released);
    requireStale(message, new Lease("another", present.version(), present.generation()));
    message.renew(present, LEASE, now);

    message.cancel(message.stateVersion(), message.generation(), usage, now);
    requireStale(message, present);
  }

  @Test
  void releaseCountsNothingAndKeepsThePlace() {
    QueueMessage message = enqueue(null, null);
    long place = message.readySequence();

    message.release(claim(message), usage, now);

    assertThat(message.attempts()).isZero();
    assertThat(message.readySequence()).isEqualTo(place);
  }

  @Test
  void failedAttemptsAreDelayedLongerAndLongerAndThenParked() {
    QueueMessage message = enqueue(null, null);
    for (int attempt = 1; attempt < policy.maxAttempts(); attempt++) {
      nack(message, claim(message));
      Duration delay = Duration.ofSeconds(1L << (attempt - 1));
      assertThat(message.state()).isEqualTo(MessageState.SCHEDULED);
      assertThat(message.notBefore()).isEqualTo(now.plus(delay));
      after(delay);
      message.pass(policy, usage, RANDOM, now);
    }

    nack(message, claim(message));

    assertThat(message.state()).isEqualTo(MessageState.DEAD_LETTERED);
    assertThat(message.reason()).isEqualTo("FAILED");
    assertThat(usage.deadLetterMessages()).isEqualTo(1);
    assertThat(usage.storedMessages()).isEqualTo(1);
  }

  @Test
  void leaseThatLapsesForTheLastTimeParks() {
    policy = withAttempts(1);
    QueueMessage message = enqueue(null, null);
    claim(message);

    after(LEASE);
    message.pass(policy, usage, RANDOM, now);

    assertThat(message.state()).isEqualTo(MessageState.DEAD_LETTERED);
    assertThat(message.reason()).isEqualTo("LEASE_EXPIRED");
  }

  @Test
  void messageThatDoesNotOpenIsParkedWithoutAnAttempt() {
    QueueMessage message = enqueue(null, null);

    message.condemn(policy, usage);

    assertThat(message.state()).isEqualTo(MessageState.DEAD_LETTERED);
    assertThat(message.reason()).isEqualTo("STORAGE_DAMAGED");
    assertThat(message.attempts()).isZero();
    assertThat(usage.deadLetterMessages()).isEqualTo(1);
    assertThat(usage.inFlightMessages()).isZero();
  }

  @Test
  void readyMessageIsFoundAmongThoseToHandOutAndNoOther() {
    policy = withAttempts(1);
    QueueMessage message = enqueue(null, null);
    assertDeliverable(message, true);
    Lease lease = claim(message);
    assertDeliverable(message, false);
    message.release(lease, usage, now);
    assertDeliverable(message, true);
    nack(message, claim(message));
    assertDeliverable(message, false);
    message.redrive(message.stateVersion(), 1, null, usage, now);
    assertDeliverable(message, true);
    message.cancel(message.stateVersion(), 2, usage, now);
    assertDeliverable(message, false);
  }

  private void assertDeliverable(QueueMessage message, boolean wanted) {
    message.index(policy);
    assertThat(message.isDeliverable()).as(message.state().name()).isEqualTo(wanted);
  }

  @Test
  void deadLetterWithoutRoomWaitsAndIsParkedWhenThereIsSome() {
    policy = withAttempts(1, 1L);
    QueueMessage first = enqueue(null, null);
    nack(first, claim(first));
    QueueMessage second = enqueue(null, null);
    nack(second, claim(second));
    assertThat(second.state()).isEqualTo(MessageState.PENDING_DEAD_LETTER);
    requireRefused(RESOURCE_EXHAUSTED, () -> second.parkPending(3, 1, policy, usage, now));

    first.cancel(first.stateVersion(), 1, usage, now);
    second.parkPending(3, 1, policy, usage, now);

    assertThat(second.state()).isEqualTo(MessageState.DEAD_LETTERED);
    assertThat(usage.deadLetterMessages()).isEqualTo(1);
    assertThat(usage.storedMessages()).isEqualTo(1);
  }

  @Test
  void deadLetterWhoseTimeIsOverIsNotParkedEvenIfThereIsRoom() {
    policy = withAttempts(1, 1L);
    QueueMessage first = enqueue(null, null);
    nack(first, claim(first));
    QueueMessage second = enqueue(null, T0.plusSeconds(60));
    nack(second, claim(second));
    first.cancel(first.stateVersion(), 1, usage, now);
    after(Duration.ofSeconds(60));

    requireRefused(CONFLICT, () -> second.parkPending(3, 1, policy, usage, now));
    requireAt(second, MessageState.PENDING_DEAD_LETTER, 3);
    second.cancel(3, 1, usage, now);

    assertThat(usage.isEmpty()).isTrue();
  }

  @Test
  void messageThatIsNotParkedNamesTheLimitThatLeavesNoRoomNow() {
    policy = Policies.ofBytes(withAttempts(1, 2L), 1_000, 1_000, 150L, 500);
    QueueMessage parked = enqueue(null, null);
    nack(parked, claim(parked));
    QueueMessage pending = enqueue(null, null);
    nack(pending, claim(pending));

    assertThat(limit(pending)).isEqualTo("maxDeadLetterBytes");
    policy = withAttempts(1, 1L);
    assertThat(limit(pending)).isEqualTo("maxDeadLetterMessages");
    policy = Policies.with(1, RetryJitter.NONE, null, 1);
    assertThat(limit(pending)).isEqualTo("maxStoredMessages");
    policy = Policies.ofBytes(withAttempts(1), 150, 1_000, null, 100);
    assertThat(limit(pending)).isEqualTo("maxStoredBytes");
    policy = withAttempts(1, 2L);
    assertThat(limit(pending)).isNull();
    assertThat(pending.hindrance(policy, usage.counters()).why()).isEqualTo(Hindrance.Why.PARKED);
  }

  @Test
  void bytesOfDeadLettersHaveALimitOfTheirOwn() {
    policy = Policies.ofBytes(withAttempts(1, 5L), 1_000, 1_000, 199L, 500);
    QueueMessage first = enqueue(null, null);
    nack(first, claim(first));
    QueueMessage second = enqueue(null, null);
    nack(second, claim(second));

    assertThat(first.state()).isEqualTo(MessageState.DEAD_LETTERED);
    assertThat(second.state()).isEqualTo(MessageState.PENDING_DEAD_LETTER);
    policy = Policies.ofBytes(withAttempts(1, 5L), 1_000, 1_000, 200L, 500);
    second.parkPending(3, 1, policy, usage, now);
    assertThat(usage.deadLetterBytes()).isEqualTo(200);
  }

  @Test
  void jitterOfAFailedAttemptIsDrawnOnceAndKept() {
    policy = Policies.with(5, RetryJitter.FULL, null, 1_000);
    for (int seed = 0; seed < 100; seed++) {
      QueueMessage message = enqueue(null, null);
      message.nack(claim(message), "FAILED", policy, usage, new Random(seed), now);
      requireWaitsForWhatWasDrawn(message, new Random(seed));
    }
  }

  @Test
  void jitterOfALeaseThatLapsesIsDrawnOnceAndKept() {
    policy = Policies.with(5, RetryJitter.FULL, null, 1_000);
    for (int seed = 0; seed < 100; seed++) {
      QueueMessage message = enqueue(null, null);
      claim(message);
      after(LEASE);
      message.pass(policy, usage, new Random(seed), now);
      assertThat(message.reason()).isEqualTo("LEASE_EXPIRED");
      requireWaitsForWhatWasDrawn(message, new Random(seed));
    }
  }

  /** Whoever looks at it before, draws nothing anew; at the instant it is ready. */
  private void requireWaitsForWhatWasDrawn(QueueMessage message, Random same) {
    Instant drawn = now.plus(policy.drawDelay(1, same));
    assertThat(message.state()).isEqualTo(MessageState.SCHEDULED);
    assertThat(message.notBefore()).isEqualTo(drawn).isAfter(now);
    assertThat(message.notBefore()).isBeforeOrEqualTo(now.plus(policy.delay(1)));
    long version = message.stateVersion();

    message.pass(policy, usage, RANDOM, drawn.minusMillis(1));
    requireAt(message, MessageState.SCHEDULED, version);
    assertThat(message.notBefore()).isEqualTo(drawn);
    message.pass(policy, usage, RANDOM, drawn);
    requireAt(message, MessageState.READY, version + 1);
  }

  private String limit(QueueMessage message) {
    return message.hindrance(policy, usage.counters()).limit();
  }

  @Test
  void redriveBeginsAGenerationThatNoEarlierTokenFits() {
    policy = withAttempts(1);
    QueueMessage message = enqueue(null, null);
    Lease old = claim(message);
    nack(message, old);
    long sequence = message.sequence();
    long place = message.readySequence();

    message.redrive(message.stateVersion(), 1, null, usage, now);

    requireAt(message, MessageState.READY, 4);
    assertThat(message.generation()).isEqualTo(2);
    assertThat(message.attempts()).isZero();
    assertThat(message.sequence()).isEqualTo(sequence);
    assertThat(message.readySequence()).isGreaterThan(place);
    assertThat(usage.deadLetterMessages()).isZero();
    claim(message);
    requireStale(message, old);
  }

  @Test
  void redriveOfWhatIsExpiredIsRefusedAndCancelWorks() {
    policy = withAttempts(1);
    QueueMessage message = enqueue(null, T0.plusSeconds(60));
    nack(message, claim(message));
    after(Duration.ofSeconds(60));
    message.pass(policy, usage, RANDOM, now);
    assertThat(message.state()).isEqualTo(MessageState.DEAD_LETTERED);

    requireRefused(CONFLICT, () -> message.redrive(3, 1, null, usage, now));
    message.cancel(3, 1, usage, now);

    assertThat(usage.isEmpty()).isTrue();
  }

  @Test
  void conditionsOfAdministratorsAreExact() {
    QueueMessage message = enqueue(null, null);

    requireRefused(REVISION_CONFLICT, () -> message.cancel(2, 1, usage, now));
    requireRefused(REVISION_CONFLICT, () -> message.cancel(1, 2, usage, now));
    assertThatThrownBy(() -> message.cancel(0, 1, usage, now))
        .isInstanceOf(ValidationFailedException.class);
    requireRefused(CONFLICT, () -> message.redrive(1, 1, null, usage, now));
    requireRefused(CONFLICT, () -> message.parkPending(1, 1, policy, usage, now));
    message.cancel(1, 1, usage, now);
    requireRefused(CONFLICT, () -> message.cancel(2, 1, usage, now));
  }

  @Test
  void expiryIsLookedAtBeforeTheEndOfAnAttemptOfThoseThatMayBeTriedAgain() {
    QueueMessage message = enqueue(null, T0.plusSeconds(10));
    Lease lease = claim(message);
    after(Duration.ofSeconds(20));
    message.renew(lease, LEASE, now);
    after(LEASE);

    message.pass(policy, usage, RANDOM, now);

    assertThat(message.state()).isEqualTo(MessageState.EXPIRED);
    assertThat(usage.isEmpty()).isTrue();
  }

  @Test
  void whatExpiredWhileLeasedMayStillBeDone() {
    QueueMessage message = enqueue(null, T0.plusSeconds(10));
    Lease lease = claim(message);
    after(Duration.ofSeconds(20));

    message.ack(lease, usage, now);

    assertThat(message.state()).isEqualTo(MessageState.ACKED);
  }

  @Test
  void scheduledMessageJoinsTheTailWhenItsTimeComes() {
    QueueMessage later = enqueue(T0.plusSeconds(5), null);
    QueueMessage ready = enqueue(null, null);
    after(Duration.ofSeconds(5));

    later.pass(policy, usage, RANDOM, now);

    assertThat(later.state()).isEqualTo(MessageState.READY);
    assertThat(later.readySequence()).isGreaterThan(ready.readySequence());
    assertThat(later.sequence()).isLessThan(ready.sequence());
  }

  @Test
  void impossibleTermsAreRefusedAndStoreNothing() {
    assertThatThrownBy(() -> enqueue(null, T0)).isInstanceOf(ValidationFailedException.class);
    assertThatThrownBy(() -> enqueue(T0.plusSeconds(2), T0.plusSeconds(2)))
        .isInstanceOf(ValidationFailedException.class);
    assertThat(usage.isEmpty()).isTrue();
  }

  private QueueMessage enqueue(Instant notBefore, Instant expiresAt) {
    return new QueueMessage(
        new MessageTerms("m", 100, null, notBefore, expiresAt), policy, usage, now);
  }

  private Lease claim(QueueMessage message) {
    return message.claim("worker", LEASE, usage, now);
  }

  private void nack(QueueMessage message, Lease lease) {
    message.nack(lease, "FAILED", policy, usage, RANDOM, now);
  }

  private void after(Duration time) {
    now = now.plus(time);
  }

  private void requireStale(QueueMessage message, Lease lease) {
    long version = message.stateVersion();
    requireRefused(STALE_LEASE, () -> message.ack(lease, usage, now));
    requireRefused(STALE_LEASE, () -> nack(message, lease));
    requireRefused(STALE_LEASE, () -> message.renew(lease, LEASE, now));
    requireRefused(STALE_LEASE, () -> message.release(lease, usage, now));
    assertThat(message.stateVersion()).isEqualTo(version);
  }

  private static void requireRefused(ErrorCode code, Runnable operation) {
    assertThatThrownBy(operation::run)
        .isInstanceOfSatisfying(
            RestanteException.class, refusal -> assertThat(refusal.code()).isEqualTo(code));
  }

  private static void requireAt(QueueMessage message, MessageState state, long version) {
    assertThat(message.state()).isEqualTo(state);
    assertThat(message.stateVersion()).isEqualTo(version);
  }

  private static QueuePolicy withAttempts(int most) {
    return withAttempts(most, null);
  }

  private static QueuePolicy withAttempts(int most, Long deadLetters) {
    return Policies.with(most, RetryJitter.NONE, deadLetters, 1_000);
  }
}
