package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.StoppedClock;
import io.restante.test.harness.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What has expired is not there, whatever the timer does. */
@Isolated
class ExpiryIT {

  private static final Map<String, Integer> MINUTE = Map.of("ttlSeconds", 60);
  private static final byte[] BODY = {1, 2, 3};

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    sender = domain.sender();
  }

  @AfterEach
  void resetClock() {
    StoppedClock.release();
    TestServer.resetClock();
  }

  @Test
  void envelopeIsThereUntilTheLastMillisecondAndGoneAtItsExpiry() {
    Instant accepted = Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.SECONDS);
    StoppedClock.at(accepted);
    JsonNode receipt = mailbox.as(sender).submit("m1", BODY, MINUTE).expect(201).json();
    Instant expiry = Instant.parse(receipt.path("expiresAt").asText());
    assertThat(expiry).isEqualTo(accepted.plusSeconds(60));

    StoppedClock.at(expiry.minusMillis(1));
    assertThat(mailbox.pendingIds()).containsExactly("m1");
    assertThat(mailbox.count()).isEqualTo(1);
    assertThat(
            mailbox.as(sender).submit("m1", BODY).expect(200).json().path("duplicate").asBoolean())
        .isTrue();

    StoppedClock.at(expiry);
    assertThat(mailbox.pendingIds()).isEmpty();
    assertThat(mailbox.count()).isZero();
    assertThat(count("?sender=" + sender.id())).isZero();
    assertThat(mailbox.acknowledge(sender.id(), "m1")).containsExactly("NOT_FOUND");
    mailbox.discard(sender.id(), "m1", "OTHER").expect(404);
    assertThat(RestMailbox.ids(mailbox.drain(10))).isEmpty();
    assertThat(MailboxRows.of(mailbox).tombstones()).isZero();
  }

  @Test
  void envelopeOfTheLastMillisecondCanStillBeCommitted() {
    Instant accepted = Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.SECONDS);
    StoppedClock.at(accepted);
    mailbox.as(sender).submit("m1", BODY, MINUTE).expect(201);

    StoppedClock.at(accepted.plusSeconds(60).minusMillis(1));
    assertThat(mailbox.acknowledge(sender.id(), "m1")).containsExactly("COMMITTED");

    StoppedClock.at(accepted.plusSeconds(60));
    assertThat(mailbox.acknowledge(sender.id(), "m1")).containsExactly("ALREADY_COMMITTED");
  }

  @Test
  void acceptanceNeverGoesBackWhenTheClockDoes() {
    Instant later = Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.SECONDS);
    StoppedClock.at(later);
    mailbox.submit("m1", BODY, MINUTE).expect(201);
    StoppedClock.at(later.minusSeconds(30));

    JsonNode receipt = mailbox.submit("m2", BODY, MINUTE).expect(201).json();

    assertThat(receipt.path("acceptedAt").asText())
        .isEqualTo(later.toString().replace("Z", ".000Z"));
    assertThat(Instant.parse(receipt.path("expiresAt").asText())).isEqualTo(later.plusSeconds(60));
  }

  @Test
  void expiredIdentityIsAcceptedAsNewWithAnyBody() {
    mailbox.as(sender).submit("m1", BODY, MINUTE).expect(201);
    TestServer.advanceClock(Duration.ofSeconds(61));

    JsonNode again = mailbox.as(sender).submit("m1", new byte[] {9}).expect(201).json();

    assertThat(again.path("duplicate").asBoolean(true)).isFalse();
    JsonNode envelope = mailbox.pullAll(10).get(0);
    assertThat(envelope.path("body").asText()).isEqualTo("CQ==");
    assertThat(envelope.path("sequence").asLong()).isEqualTo(2);
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.pendingCount()).isEqualTo(1);
  }

  @Test
  void expiredEnvelopesNeverKeepAMailboxFull() {
    RestMailbox few = domain.mailbox(Map.of("maxPendingCount", 3));
    RestMailbox small = domain.mailbox(Map.of("maxPendingBytes", 1_024));
    for (int i = 0; i < 3; i++) {
      few.submit("m" + i, BODY, MINUTE).expect(201);
      small.submit("m" + i, new byte[341], MINUTE).expect(201);
    }
    few.submit("next").expect(429);
    small.submit("next").expect(429);

    TestServer.advanceClock(Duration.ofSeconds(61));
    few.submit("next").expect(201);
    small.submit("large", new byte[1_024]).expect(201);

    assertThat(few.pendingIds()).containsExactly("next");
    assertThat(small.pendingIds()).containsExactly("large");
    MailboxRows.of(few).requireTrueCounters();
    MailboxRows.of(small).requireTrueCounters();
  }

  @Test
  void manySmallExpiredEnvelopesMakeRoomForOneLarge() {
    RestMailbox many = domain.mailbox(Map.of("maxPendingBytes", 2_000, "maxPendingCount", 10_000));
    submitBatches(many, 20, 1);
    many.submit("large", new byte[2_000]).expect(429);

    TestServer.advanceClock(Duration.ofSeconds(61));

    many.submit("large", new byte[2_000]).expect(201);
    MailboxRows.of(many).requireTrueCounters();
  }

  @Test
  void timerRemovesRowsAndCountsThemOut() {
    submitBatches(mailbox, 6, 100);
    mailbox.submit("lasting", BODY).expect(201);
    assertThat(MailboxRows.of(mailbox).pendingBytes()).isEqualTo(60_003);

    TestServer.advanceClock(Duration.ofSeconds(61));

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
              assertThat(rows.envelopes()).isEqualTo(1);
              assertThat(rows.pendingBytes()).isEqualTo(3);
              assertThat(rows.tombstones()).isZero();
            });
  }

  @Test
  void hasMoreIsTruthfulWhenALongStretchHasExpired() {
    RestMailbox followed = stretchOfExpired();
    RestMailbox last = stretchOfExpired();
    followed.submitAll(List.of("after-0", "after-1"));

    TestServer.advanceClock(Duration.ofSeconds(61));

    JsonNode page = followed.pull("limit=2").expect(200).json();
    assertThat(page.path("hasMore").asBoolean()).isTrue();
    assertThat(page.path("nextAfterSequence").asLong()).isEqualTo(2);
    assertThat(followed.pullAll(2))
        .extracting(e -> e.path("messageId").asText())
        .containsExactly("before-0", "before-1", "after-0", "after-1");
    JsonNode end = last.pull("limit=2").expect(200).json();
    assertThat(end.path("hasMore").asBoolean(true)).isFalse();
    assertThat(end.path("nextAfterSequence").isNull()).isTrue();
  }

  @Test
  void envelopeOfAMailboxThatHoldsUntilFinalizedNeverExpires() {
    RestMailbox holding = domain.mailbox(Map.of("retention", "UNTIL_FINALIZED"));
    holding.submit("m1").expect(201);
    mailbox.submit("timed").expect(201);

    TestServer.advanceClock(Duration.ofDays(4_000));

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertThat(MailboxRows.of(mailbox).envelopes()).as("the timer ran").isZero());
    assertThat(holding.pendingIds()).containsExactly("m1");
    assertThat(holding.count()).isEqualTo(1);
  }

  private RestMailbox stretchOfExpired() {
    RestMailbox made = domain.mailbox();
    made.submitAll(List.of("before-0", "before-1"));
    submitBatches(made, 6, 1);
    return made;
  }

  /** Batches of a hundred that live for a minute. */
  private void submitBatches(RestMailbox to, int batches, int bytes) {
    for (int batch = 0; batch < batches; batch++) {
      List<Map<String, Object>> items = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        Map<String, Object> item =
            RestMailbox.envelope("short-" + batch + "-" + i, new byte[bytes], MINUTE);
        item.put("mailbox", to.name());
        items.add(item);
      }
      JsonNode answer =
          to.caller()
              .post("/domains/" + to.domain() + "/envelopes", Map.of("items", items))
              .expect(200)
              .json();
      assertThat(answer.findValuesAsText("status")).hasSize(100).containsOnly("201");
    }
  }

  private long count(String query) {
    return mailbox
        .caller()
        .get(mailbox.path() + "/envelopes/count" + query)
        .expect(200)
        .json()
        .path("count")
        .asLong(-1);
  }
}
