package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.Together;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaIT {

  private static final int SUBMITS = 300;

  private MailboxFixture domain;
  private TestPrincipal sender;

  @BeforeEach
  void makeDomain() {
    domain = MailboxFixture.newDomain();
    sender = domain.sender();
  }

  @Test
  void exactlyTheQuotaOfHundredConcurrentSubmitsIsStored() {
    RestMailbox mailbox = domain.mailbox(Map.of("maxPendingCount", 37));
    RestMailbox other = domain.mailbox(Map.of("maxPendingCount", 37));
    other.submitAll(List.of("o1", "o2"));
    List<List<String>> before = MailboxRows.everything(other);

    List<Reply> replies = submitTogether(mailbox, 10);

    assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(37);
    assertRefusedAsFull(replies, SUBMITS - 37);
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.envelopes()).isEqualTo(37);
    assertThat(rows.nextSequence()).as("refused ones took no sequence").isEqualTo(38);
    assertThat(MailboxRows.everything(other)).isEqualTo(before);
  }

  @Test
  void exactlyTheQuotaOfBytesIsStored() {
    RestMailbox mailbox = domain.mailbox(Map.of("maxPendingBytes", 10_000));

    List<Reply> replies = submitTogether(mailbox, 300);

    assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(33);
    assertRefusedAsFull(replies, SUBMITS - 33);
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.pendingBytes()).isEqualTo(9_900);
    mailbox.submit("fits", new byte[100]).expect(201);
    mailbox.submit("empty", new byte[0]).expect(201);
    assertThat(mailbox.submit("one-more", new byte[1]).code()).isEqualTo("MAILBOX_FULL");
  }

  @Test
  void batchFillsTheQuotaInItsOrder() {
    RestMailbox mailbox = domain.mailbox(Map.of("maxPendingCount", 7));
    List<Map<String, Object>> items = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      items.add(RestMailbox.envelope("m" + i, new byte[1], Map.of("mailbox", mailbox.name())));
    }

    JsonNode answer =
        sender
            .client()
            .post("/domains/" + domain.domain() + "/envelopes", Map.of("items", items))
            .expect(200)
            .json()
            .path("items");

    for (int i = 0; i < 20; i++) {
      assertThat(answer.get(i).path("status").asInt()).isEqualTo(i < 7 ? 201 : 429);
    }
    assertThat(mailbox.pendingIds()).containsExactly("m0", "m1", "m2", "m3", "m4", "m5", "m6");
  }

  @Test
  void fullByCountAndFullByBytesAreToldAlike() {
    RestMailbox few = domain.mailbox(Map.of("maxPendingCount", 1));
    RestMailbox small = domain.mailbox(Map.of("maxPendingBytes", 1_024));
    few.submit("first").expect(201);
    small.submit("first", new byte[1_024]).expect(201);

    assertThat(withoutRequestId(few.as(sender).submit("second")))
        .isEqualTo(withoutRequestId(small.as(sender).submit("second")));
  }

  @Test
  void finalizingMakesRoomForExactlyAsMuch() {
    RestMailbox mailbox = domain.mailbox(Map.of("maxPendingCount", 3));
    RestMailbox sending = mailbox.as(sender);
    sending.submitAll(List.of("m1", "m2", "m3"));
    sending.submit("m4").expect(429);

    mailbox.acknowledge(sender.id(), "m1");
    sending.submit("m4").expect(201);
    sending.submit("m5").expect(429);
    mailbox.discard(sender.id(), "m2", "OTHER").expect(200);
    sending.submit("m5").expect(201);
    sending.submit("m6").expect(429);

    mailbox.drain(100).expect(200);
    sending.submitAll(List.of("m6", "m7", "m8"));
    sending.submit("m9").expect(429);
  }

  @Test
  void retryOfWhatAFullMailboxHoldsIsADuplicate() {
    RestMailbox mailbox = domain.mailbox(Map.of("maxPendingCount", 1));
    mailbox.submit("m1").expect(201);

    assertThat(mailbox.submit("m1").expect(200).json().path("duplicate").asBoolean()).isTrue();
  }

  @Test
  void loweredQuotaKeepsWhatIsThereAndTakesNothingMore() {
    RestMailbox mailbox = domain.mailbox();
    mailbox.submitAll(List.of("m1", "m2", "m3"));

    mailbox.put(Map.of("maxPendingCount", 2)).expect(200);

    mailbox.submit("m4").expect(429);
    assertThat(mailbox.pendingIds()).containsExactly("m1", "m2", "m3");
    mailbox.drain(2).expect(200);
    mailbox.submit("m4").expect(201);
  }

  private List<Reply> submitTogether(RestMailbox mailbox, int bytes) {
    RestMailbox sending = mailbox.as(sender);
    return Together.call(SUBMITS, i -> sending.submit("m" + i, new byte[bytes]));
  }

  private static void assertRefusedAsFull(List<Reply> replies, int number) {
    List<Reply> refused = replies.stream().filter(reply -> reply.status() != 201).toList();
    assertThat(refused).hasSize(number);
    Set<JsonNode> bodies =
        refused.stream().map(QuotaIT::withoutRequestId).collect(Collectors.toSet());
    assertThat(bodies).as("the same answer for all").hasSize(1);
    JsonNode problem = bodies.iterator().next();
    assertThat(problem.path("status").asInt()).isEqualTo(429);
    assertThat(problem.path("code").asText()).isEqualTo("MAILBOX_FULL");
    assertThat(refused)
        .allSatisfy(
            reply ->
                assertThat(reply.header("Retry-After"))
                    .hasValue(problem.path("retryAfterSeconds").asText()));
    assertThat(problem.path("retryAfterSeconds").asInt()).isPositive();
  }

  private static JsonNode withoutRequestId(Reply reply) {
    ObjectNode problem = (ObjectNode) reply.expect(429).json();
    assertThat(problem.remove("requestId")).isNotNull();
    return problem;
  }
}
