package io.restante.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedriveJobTest {
  private static final Instant T0 = Instant.parse("2026-01-01T00:00:00Z");
  private static final QueueEntry QUEUE =
      new QueueEntry(1, new QueueAddress("main", "orders"), "incarnation");

  @Test
  void rateOfManyPiecesASecondIsReachedByATimerThatComesOnceASecond() {
    RedriveJob job = job(10_000);

    long begun = 0;
    for (int second = 0; second <= 10; second++) {
      begun += round(job, 500, T0.plusSeconds(second));
    }

    assertThat(begun).isBetween(100_000L, 100_500L);
  }

  @Test
  void timerThatComesLateCostsNothing() {
    RedriveJob job = job(100);

    long begun = round(job, 100, T0);
    for (int second = 1; second <= 10; second++) {
      begun += round(job, 100, T0.plusSeconds(second).plusMillis(second % 3));
    }

    assertThat(begun).isEqualTo(1_100);
  }

  @Test
  void rateIsKeptWhoeverAsks() {
    RedriveJob job = job(100);

    long begun = 0;
    for (int millis = 0; millis <= 10_000; millis += 10) {
      begun += round(job, 100, T0.plusMillis(millis));
    }

    assertThat(begun).isEqualTo(1_100);
  }

  @Test
  void hourWithoutAServerIsNotMadeUpFor() {
    RedriveJob job = job(100);
    round(job, 100, T0);

    assertThat(round(job, 100, T0.plus(Duration.ofHours(1)))).isEqualTo(200);
  }

  @Test
  void refusedOneWaitsAsLongAgainAsItHasBeenRefusedButNoLongerThanAMinute() {
    RedriveJob job = job(100);
    Instant now = T0;
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      assertThat(job.refuse(now)).as("begins to be refused").isEqualTo(i == 0);
      Instant due = now;
      while (!job.isDue(due)) {
        due = due.plusSeconds(1);
      }
      waits.add(Duration.between(now, due).toSeconds());
      now = due;
    }

    assertThat(waits).containsExactly(1L, 1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
  }

  @Test
  void oneThatGoesOnBeginsWithAShortWaitWhenItIsRefusedAgain() {
    RedriveJob job = job(100);
    assertThat(job.accept()).isFalse();
    job.refuse(T0);
    job.refuse(T0.plusSeconds(40));

    assertThat(job.accept()).isTrue();
    assertThat(job.accept()).isFalse();

    assertThat(job.refuse(T0.plusSeconds(50))).isTrue();
    assertThat(job.isDue(T0.plusSeconds(51))).isTrue();
  }

  /** All that may be begun now, in pieces. */
  private static long round(RedriveJob job, long piece, Instant now) {
    long begun = 0;
    while (job.isDue(now)) {
      job.pace(piece, now);
      begun += piece;
    }
    return begun;
  }

  private static RedriveJob job(int ratePerSecond) {
    return new RedriveJob(
        "id",
        "principal",
        QUEUE,
        new RedriveOrder(new RedriveFilter(null, null, null, null), 1_000_000, ratePerSecond),
        1_000_000,
        T0);
  }
}
