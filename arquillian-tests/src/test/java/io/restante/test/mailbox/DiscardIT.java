package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated
class DiscardIT {

  private RestMailbox mailbox;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailbox() {
    MailboxFixture domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    sender = domain.sender();
  }

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @ParameterizedTest
  @CsvSource({
    "UNSUPPORTED_CONTENT, 1",
    "INVALID_APPLICATION_STATE, 2",
    "USER_REJECTED, 3",
    "POLICY_REJECTED, 4",
    "OTHER, 5"
  })
  void discardLeavesATombstoneWithItsReasonAndNoBody(String reason, String code) {
    submit("m1");

    JsonNode answer = mailbox.discard(sender.id(), "m1", reason).expect(200).json();

    assertThat(answer.path("status").asText()).isEqualTo("DISCARDED");
    assertThat(answer.path("acknowledgementQueued").asBoolean(true)).isFalse();
    assertThat(tombstones()).containsExactly("m1 1 " + code);
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.envelopes()).isZero();
    assertThat(rows.pendingBytes()).isZero();
  }

  @Test
  void firstReasonStays() {
    submit("m1");
    mailbox.discard(sender.id(), "m1", "USER_REJECTED").expect(200);

    assertThat(status(mailbox.discard(sender.id(), "m1", "OTHER"))).isEqualTo("ALREADY_DISCARDED");

    assertThat(tombstones()).containsExactly("m1 1 3");
  }

  @Test
  void discardOfWhatWasCommittedIsToldSo() {
    submit("m1");
    mailbox.acknowledge(sender.id(), "m1");

    assertThat(status(mailbox.discard(sender.id(), "m1", "OTHER"))).isEqualTo("ALREADY_COMMITTED");

    assertThat(tombstones()).containsExactly("m1 0 null");
  }

  @Test
  void discardOfWhatWasNeverReceivedRecordsNothing() {
    submit("m1");
    List<List<String>> before = MailboxRows.everything(mailbox);

    assertThat(mailbox.discard(sender.id(), "m2", "OTHER").expect(404).code())
        .isEqualTo("NOT_FOUND");
    assertThat(mailbox.discard("nobody", "m1", "OTHER").expect(404).code()).isEqualTo("NOT_FOUND");

    assertThat(MailboxRows.everything(mailbox)).isEqualTo(before);
  }

  @Test
  void discardOfWhatHasExpiredRecordsNothing() {
    mailbox.as(sender).submit("m1", new byte[1], Map.of("ttlSeconds", 60)).expect(201);
    TestServer.advanceClock(Duration.ofSeconds(61));

    mailbox.discard(sender.id(), "m1", "OTHER").expect(404);

    assertThat(tombstones()).isEmpty();
  }

  @Test
  void reasonIsOneOfTheClosedSet() {
    submit("m1");
    Map<String, String> identity = RestMailbox.identity(sender.id(), "m1");

    Reply free = mailbox.discard(sender.id(), "m1", "I do not like it").expect(400);
    Reply lower = mailbox.discard(sender.id(), "m1", "other").expect(400);
    Reply none = mailbox.caller().post(mailbox.path() + "/discards", identity).expect(400);

    assertThat(List.of(free, lower, none))
        .allSatisfy(
            reply -> {
              assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
              assertThat(reply.text("detail")).contains("reason").doesNotContain("not like");
            });
    assertThat(mailbox.pendingIds()).containsExactly("m1");
  }

  private void submit(String messageId) {
    mailbox.as(sender).submit(messageId).expect(201);
  }

  private static String status(Reply discard) {
    return discard.expect(200).text("status");
  }

  /** Message id, finalization and reason of each. */
  private List<String> tombstones() {
    return MailboxRows.query(
        "SELECT t.message_id, t.finalization, t.discard_reason FROM tombstone t"
            + " JOIN mailbox m ON m.id = t.mailbox_id JOIN domain d ON d.id = m.domain_id"
            + " WHERE d.name = ? AND m.name = ? ORDER BY t.sequence",
        row -> row.getString(1) + " " + row.getString(2) + " " + row.getString(3),
        mailbox.domain(),
        mailbox.name());
  }
}
