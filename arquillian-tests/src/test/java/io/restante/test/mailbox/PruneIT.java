package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.StoppedClock;
import io.restante.test.harness.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class PruneIT {

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private TestPrincipal sender;
  private RestMailbox sending;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox(Map.of("retention", "UNTIL_FINALIZED"));
    sender = domain.sender();
    sending = mailbox.as(sender);
    sending.submitAll(List.of("committed", "discarded", "pending"));
    mailbox.acknowledge(sender.id(), "committed");
    mailbox.discard(sender.id(), "discarded", "OTHER").expect(200);
  }

  @AfterEach
  void resetClock() {
    StoppedClock.release();
    TestServer.resetClock();
  }

  @Test
  void acknowledgementAfterPruningIsNotFound() {
    assertThat(prune(domain.admin(), 0).expect(200).json().path("pruned").asLong())
        .isGreaterThanOrEqualTo(2);

    assertThat(mailbox.acknowledge(sender.id(), "committed", "discarded", "pending"))
        .containsExactly("NOT_FOUND", "NOT_FOUND", "COMMITTED");
    assertThat(mailbox.discard(sender.id(), "committed", "OTHER").expect(404).code())
        .isEqualTo("NOT_FOUND");
  }

  @Test
  void prunedIdentityIsAcceptedAsNewAboveAllEarlierSequences() {
    prune(domain.admin(), 0).expect(200);

    sending.submit("committed", new byte[] {42}).expect(201);
    sending.submit("discarded", new byte[] {43}).expect(201);

    assertThat(mailbox.pendingIds()).containsExactly("pending", "committed", "discarded");
    assertThat(mailbox.pullAll(100))
        .extracting(e -> e.path("sequence").asLong())
        .containsExactly(3L, 4L, 5L);
  }

  @Test
  void pruningTouchesNothingThatIsPending() {
    prune(domain.admin(), 0).expect(200);

    assertThat(mailbox.pendingIds()).containsExactly("pending");
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.envelopes()).isEqualTo(1);
    assertThat(rows.tombstones()).isZero();
  }

  @Test
  void tombstoneOfExactlyTheAgeIsPrunedAndAYoungerOneStays() {
    Instant base = Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.SECONDS);
    RestMailbox exact = finalizedAt(base);
    RestMailbox younger = finalizedAt(base.plusMillis(1));

    StoppedClock.at(base.plusSeconds(3_600));
    prune(domain.admin(), 3_600).expect(200);
    assertThat(MailboxRows.of(exact).tombstones()).isZero();
    assertThat(MailboxRows.of(younger).tombstones()).isEqualTo(2);

    StoppedClock.at(base.plusSeconds(3_600).plusMillis(1));
    prune(domain.admin(), 3_600).expect(200);
    assertThat(MailboxRows.of(younger).tombstones()).isZero();
  }

  @Test
  void tombstonesArePrunedByThemselvesAfterThirtyDays() {
    TestServer.advanceClock(Duration.ofDays(29));
    assertThat(sending.submit("committed").expect(200).json().path("duplicate").asBoolean())
        .isTrue();

    TestServer.advanceClock(Duration.ofDays(1).plusMinutes(1));

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(MailboxRows.of(mailbox).tombstones()).isZero());
    assertThat(mailbox.pendingIds()).containsExactly("pending");
  }

  @Test
  void onlyAdministratorsPrune() {
    TestPrincipal ofTheDomain = domain.principal(domain.grant("admin", "*"));

    prune(sender.client(), 0).expect(403);
    prune(ofTheDomain.client(), 0).expect(403);

    assertThat(MailboxRows.of(mailbox).tombstones()).isEqualTo(2);
  }

  @Test
  void ageIsAWholeNumberOfSeconds() {
    assertThat(prune(domain.admin(), -1).expect(400).code()).isEqualTo("VALIDATION_FAILED");
    assertThat(domain.admin().post("/admin/prune", "{}").expect(400).text("detail"))
        .contains("maxAgeSeconds");
    assertThat(MailboxRows.of(mailbox).tombstones()).isEqualTo(2);
  }

  /** A mailbox in which one envelope was committed and one discarded at the instant. */
  private RestMailbox finalizedAt(Instant instant) {
    RestMailbox made = domain.mailbox();
    StoppedClock.at(instant);
    made.as(sender).submitAll(List.of("m1", "m2"));
    made.acknowledge(sender.id(), "m1");
    made.discard(sender.id(), "m2", "OTHER").expect(200);
    return made;
  }

  private static Reply prune(RestClient caller, long maxAgeSeconds) {
    return caller.post("/admin/prune", Map.of("maxAgeSeconds", maxAgeSeconds));
  }
}
