package io.restante.test.mailbox;

import static io.restante.test.mailbox.RestMailbox.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class AcknowledgeIT {

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private TestPrincipal sender;
  private RestMailbox sending;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    sender = domain.sender();
    sending = mailbox.as(sender);
  }

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void everyItemOfAMixedRequestGetsItsOwnAnswer() {
    List<Map<String, String>> items = mixedItems();

    Reply first = mailbox.acknowledge(items).expect(200);

    assertThat(RestMailbox.results(first).subList(0, 8))
        .containsExactly(
            "COMMITTED",
            "NOT_FOUND",
            "NOT_FOUND",
            "NOT_FOUND",
            "NOT_FOUND",
            "ALREADY_COMMITTED",
            "ALREADY_DISCARDED",
            "COMMITTED");
    assertThat(RestMailbox.results(first).get(8))
        .as("the repetition of the first item")
        .isIn("COMMITTED", "ALREADY_COMMITTED");
    assertThat(mailbox.pendingIds()).containsExactly("stays");
    assertThat(MailboxRows.of(mailbox).requireTrueCounters().tombstones()).isEqualTo(4);
  }

  @Test
  void itemsAreAnsweredInOrderWithTheirNames() {
    List<Map<String, String>> items = mixedItems();

    JsonNode answer = mailbox.acknowledge(items).expect(200).json().path("items");

    assertThat(answer).hasSameSizeAs(items);
    for (int i = 0; i < items.size(); i++) {
      assertThat(answer.get(i).path("sender").asText()).isEqualTo(items.get(i).get("sender"));
      assertThat(answer.get(i).path("messageId").asText()).isEqualTo(items.get(i).get("messageId"));
    }
  }

  @Test
  void repeatedRequestIsAnsweredTheSameEveryTime() {
    List<Map<String, String>> items = mixedItems();
    mailbox.acknowledge(items).expect(200);
    awaitRemovalOfTheExpired();
    List<List<String>> before = MailboxRows.everything(mailbox);
    List<String> expected =
        List.of(
            "ALREADY_COMMITTED",
            "NOT_FOUND",
            "NOT_FOUND",
            "NOT_FOUND",
            "NOT_FOUND",
            "ALREADY_COMMITTED",
            "ALREADY_DISCARDED",
            "ALREADY_COMMITTED",
            "ALREADY_COMMITTED");

    for (int i = 0; i < 3; i++) {
      assertThat(RestMailbox.results(mailbox.acknowledge(items).expect(200))).isEqualTo(expected);
    }
    assertThat(MailboxRows.everything(mailbox)).isEqualTo(before);
  }

  @Test
  void acknowledgementInOneMailboxTouchesNoOther() {
    RestMailbox other = domain.mailbox();
    sending.submit("m1").expect(201);
    other.as(sender).submit("m1").expect(201);

    assertThat(mailbox.acknowledge(sender.id(), "m1")).containsExactly("COMMITTED");

    assertThat(other.pendingIds()).containsExactly("m1");
  }

  @Test
  void hundredItemsAreCommittedAtOnce() {
    List<String> ids = IntStream.range(0, 100).mapToObj(i -> "m" + i).toList();
    sending.submitAll(ids);

    assertThat(mailbox.acknowledge(sender.id(), ids.toArray(String[]::new)))
        .hasSize(100)
        .containsOnly("COMMITTED");
    assertThat(mailbox.count()).isZero();
  }

  @Test
  void noItemAndMoreThanHundredAreRefusedWhole() {
    sending.submit("m1").expect(201);

    Reply none = mailbox.acknowledge(List.of()).expect(400);
    Reply tooMany =
        mailbox
            .acknowledge(
                IntStream.range(0, 101).mapToObj(i -> identity(sender.id(), "m" + i)).toList())
            .expect(400);
    Reply malformed =
        mailbox
            .acknowledge(List.of(identity(sender.id(), "m1"), identity(sender.id(), "no id")))
            .expect(400);

    assertThat(List.of(none, tooMany, malformed))
        .allSatisfy(
            reply -> {
              assertThat(reply.code()).isEqualTo("VALIDATION_FAILED");
              assertThat(reply.text("detail")).contains("items");
            });
    assertThat(mailbox.pendingIds()).containsExactly("m1");
  }

  private void awaitRemovalOfTheExpired() {
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(MailboxRows.of(mailbox).envelopes()).isEqualTo(1));
  }

  /**
   * Valid, unknown, of an unknown sender, of a foreign mailbox, expired, committed, discarded,
   * valid again, and the first once more.
   */
  private List<Map<String, String>> mixedItems() {
    sending.submitAll(List.of("valid", "committed", "discarded", "valid-too", "stays"));
    domain.mailbox().as(sender).submit("foreign").expect(201);
    sending.submit("expired", new byte[] {1}, Map.of("ttlSeconds", 60)).expect(201);
    mailbox.acknowledge(sender.id(), "committed");
    mailbox.discard(sender.id(), "discarded", "OTHER").expect(200);
    TestServer.advanceClock(Duration.ofSeconds(61));
    String id = sender.id();
    return List.of(
        identity(id, "valid"),
        identity(id, "unknown"),
        identity("nobody", "valid"),
        identity(id, "foreign"),
        identity(id, "expired"),
        identity(id, "committed"),
        identity(id, "discarded"),
        identity(id, "valid-too"),
        identity(id, "valid"));
  }
}
