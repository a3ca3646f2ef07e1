package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The counters of a mailbox are what its rows are, whatever happened at once. */
@Isolated
class CountersIT {

  private static final int THREADS = 16;
  private static final int STEPS = 40;

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void countersEqualTheRowsAfterMixedTrafficWithExpiry() {
    MailboxFixture domain = MailboxFixture.newDomain();
    List<TestPrincipal> senders = Stream.generate(domain::sender).limit(4).toList();
    List<RestMailbox> mailboxes =
        Stream.generate(() -> domain.mailbox(Map.of("maxPendingCount", 50))).limit(3).toList();
    AtomicInteger steps = new AtomicInteger();
    List<Callable<Integer>> works = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      Traffic traffic = new Traffic(mailboxes, senders.get(thread % 4), new Random(thread), thread);
      works.add(() -> traffic.run(steps));
    }
    works.add(() -> letTimePass(steps));

    Together.call(works);

    mailboxes.forEach(mailbox -> MailboxRows.of(mailbox).requireTrueCounters());
    TestServer.advanceClock(Duration.ofSeconds(61));
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(mailboxes)
                    .allSatisfy(
                        mailbox ->
                            assertThat(MailboxRows.of(mailbox).requireTrueCounters().envelopes())
                                .isEqualTo(mailbox.count())));
    assertThat(mailboxes)
        .allSatisfy(
            mailbox -> {
              List<JsonNode> pending = mailbox.pullAll(100);
              assertThat(MailboxRows.of(mailbox).envelopes()).isEqualTo(pending.size());
            });
  }

  /** Twice, everything that lives for a minute expires in the middle of the traffic. */
  private static int letTimePass(AtomicInteger steps) {
    for (int i = 1; i <= 2; i++) {
      int reached = i * THREADS * STEPS / 3;
      await().atMost(Duration.ofMinutes(3)).until(() -> steps.get() >= reached);
      TestServer.advanceClock(Duration.ofSeconds(61));
    }
    return 2;
  }

  /** Random requests of one client. */
  private record Traffic(
      List<RestMailbox> mailboxes, TestPrincipal sender, Random random, int thread) {

    int run(AtomicInteger steps) {
      for (int step = 0; step < STEPS; step++) {
        steps.incrementAndGet();
        RestMailbox mailbox = mailboxes.get(random.nextInt(mailboxes.size()));
        Reply reply = next(mailbox, thread + "-" + step);
        assertThat(reply.status()).as(reply.toString()).isIn(200, 201, 404, 429);
      }
      return STEPS;
    }

    private Reply next(RestMailbox mailbox, String id) {
      return switch (random.nextInt(8)) {
        case 0, 1, 2 -> mailbox.as(sender).submit(id, body(), ttl());
        case 3 -> submitBatch(id);
        case 4 -> mailbox.as(sender).submit("again-" + thread, new byte[7]);
        case 5 -> finalizeSome(mailbox, true);
        case 6 -> finalizeSome(mailbox, false);
        default -> mailbox.drain(1 + random.nextInt(5));
      };
    }

    private Reply submitBatch(String id) {
      List<Map<String, Object>> items = new ArrayList<>();
      for (RestMailbox mailbox : mailboxes) {
        Map<String, Object> item = RestMailbox.envelope(id, body(), ttl());
        item.put("mailbox", mailbox.name());
        items.add(item);
      }
      return sender
          .client()
          .post("/domains/" + mailboxes.get(0).domain() + "/envelopes", Map.of("items", items));
    }

    private Reply finalizeSome(RestMailbox mailbox, boolean commit) {
      JsonNode found = mailbox.pull("limit=5").expect(200).json().path("envelopes");
      if (found.isEmpty()) {
        return mailbox.pull("");
      }
      List<Map<String, String>> identities = new ArrayList<>();
      found.forEach(
          e ->
              identities.add(
                  RestMailbox.identity(e.path("sender").asText(), e.path("messageId").asText())));
      Map<String, String> first = identities.get(0);
      return commit
          ? mailbox.acknowledge(identities)
          : mailbox.discard(first.get("sender"), first.get("messageId"), "OTHER");
    }

    private byte[] body() {
      return new byte[random.nextInt(200)];
    }

    private Map<String, Integer> ttl() {
      return random.nextBoolean() ? Map.of("ttlSeconds", 60) : Map.of();
    }
  }
}
