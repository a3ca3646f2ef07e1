package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.request.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** An answer is kept for 24 hours from the first acceptance, and then its key is new. */
@Isolated("moves the clock")
class KeyExpiryIT {

  private static final Duration RETENTION = Duration.ofHours(24);
  private static final Duration MARGIN = Duration.ofMinutes(1);
  private static final Map<String, String> ENVELOPE = Map.of("messageId", "m", "body", "");

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();
  private final RestClient caller = fixture.admin().withKey("day");
  private final String submits = mailbox.path() + "/envelopes";

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void answerIsReplayedForADayAndNotLonger() {
    Reply first = caller.post(submits, ENVELOPE).expect(201);
    Instant acceptedAt = Instant.parse(first.text("acceptedAt"));

    TestServer.moveClockTo(acceptedAt.plus(RETENTION).minus(MARGIN));
    Replays.requireReplay(caller.post(submits, ENVELOPE), first);

    TestServer.moveClockTo(acceptedAt.plus(RETENTION).plus(MARGIN));
    Reply again = Replays.requireFirst(caller.post(submits, ENVELOPE));
    assertThat(again.status()).as("the envelope itself is known still").isEqualTo(200);
    Replays.requireReplay(caller.post(submits, ENVELOPE), again);
    assertThat(mailbox.count()).isEqualTo(1);
  }

  @Test
  void replayDoesNotProlongTheDay() {
    Reply first = caller.post(submits, ENVELOPE).expect(201);
    Instant acceptedAt = Instant.parse(first.text("acceptedAt"));
    TestServer.moveClockTo(acceptedAt.plus(RETENTION).minus(MARGIN));
    Replays.requireReplay(caller.post(submits, ENVELOPE), first);

    TestServer.moveClockTo(acceptedAt.plus(RETENTION).plus(MARGIN));

    Replays.requireFirst(caller.post(submits, ENVELOPE));
  }

  @Test
  void expiredKeyServesAnotherRequest() {
    caller.post(submits, ENVELOPE).expect(201);
    String name = MailboxFixture.unique("expiry");
    RestClient.admin()
        .withKey(name)
        .post("/principals", Map.of("name", name, "kind", "DEVICE"))
        .expect(201);

    TestServer.advanceClock(RETENTION.plus(MARGIN));

    Replays.requireFirst(
        caller.post(submits, Map.of("messageId", "other", "body", "AAAA")).expect(201));
    Replays.requireFirst(
        RestClient.admin()
            .withKey(name)
            .post("/principals", Map.of("name", name + ".2", "kind", "DEVICE"))
            .expect(201));
  }

  @Test
  void timerRemovesWhatHasExpiredAndNothingElse() {
    TestServer.advanceClock(Duration.ofHours(2));
    caller.post(submits, ENVELOPE).expect(201);
    Instant between = TestServer.now().plus(RETENTION).minus(MARGIN);
    String expired = "SELECT count(*) FROM idempotency_record WHERE expires_at <= ?";
    String kept = "SELECT count(*) FROM idempotency_record WHERE expires_at > ?";

    TestServer.moveClockTo(between);

    Awaitility.await()
        .atMost(Duration.ofSeconds(40))
        .until(() -> Rows.count(expired, timestamp(between)) == 0);
    assertThat(Rows.count(kept, timestamp(between))).isPositive();
  }

  /** The columns hold UTC without saying so. */
  private static String timestamp(Instant instant) {
    return instant.toString().replace("T", " ").replace("Z", "");
  }
}
