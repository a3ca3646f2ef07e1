package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.StoppedClock;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A delay with jitter is drawn when an attempt fails and is stored: each message comes again at its
 * own instant, to the millisecond, however often it was looked at before.
 */
@Isolated
class JitterIT {

  private static final Duration DELAY = Duration.ofHours(1);
  private static final Duration LEASE = Duration.ofSeconds(30);

  private static MailboxFixture domain;

  private final Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private final RestQueue queue =
      RestQueue.in(
          domain,
          Map.of(
              "retryJitter", "FULL",
              "retryBaseMillis", DELAY.toMillis(),
              "retryMaxMillis", DELAY.toMillis()));

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @AfterEach
  void letTheClockGo() {
    StoppedClock.release();
  }

  @Test
  void failedAttemptsComeAgainWhenWasDrawn() {
    StoppedClock.at(start);
    List<Given> given = given();

    given.forEach(delivery -> assertThat(queue.result("nack", delivery)).isEqualTo("SCHEDULED"));

    requireEachAtItsInstant(start);
  }

  @Test
  void leasesThatLapseComeAgainWhenWasDrawn() {
    StoppedClock.at(start);
    given();
    Instant deadline = start.plus(LEASE);

    StoppedClock.at(deadline);
    sweep();

    requireEachAtItsInstant(deadline);
  }

  private List<Given> given() {
    queue.enqueueAll(IntStream.range(0, 8).mapToObj(i -> "m" + i).toList());
    return RestQueue.deliveries(
        queue.receive(Map.of("maxMessages", 8, "leaseSeconds", LEASE.toSeconds())));
  }

  private void requireEachAtItsInstant(Instant failed) {
    List<Instant> drawn = IntStream.range(0, 8).mapToObj(i -> instant("m" + i)).toList();
    assertThat(drawn)
        .allMatch(instant -> instant.isAfter(failed) && !instant.isAfter(failed.plus(DELAY)))
        .doesNotHaveDuplicates();
    List<Instant> inOrder = drawn.stream().sorted().toList();
    List<Instant> came = new ArrayList<>();
    for (Instant instant : inOrder) {
      StoppedClock.at(instant.minusMillis(1));
      assertThat(RestQueue.deliveries(queue.receive())).isEmpty();
      StoppedClock.at(instant);
      Given given = queue.take();
      assertThat(queue.result("ack", given)).isEqualTo("ACKED");
      came.add(drawn.get(Integer.parseInt(given.messageId().substring(1))));
    }
    assertThat(came).isEqualTo(inOrder);
  }

  private Instant instant(String messageId) {
    return Instant.parse(queue.inspect(messageId).expect(200).text("notBefore"));
  }

  /** A receive that nothing fits into. */
  private void sweep() {
    assertThat(RestQueue.deliveries(queue.receive(Map.of("maxBytes", 1)))).isEmpty();
  }
}
