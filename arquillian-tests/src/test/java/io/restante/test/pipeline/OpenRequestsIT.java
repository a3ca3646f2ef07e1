package io.restante.test.pipeline;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Metrics;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * No thread of the server waits for a commit: while many more requests than it has threads are open
 * because the database lets nobody insert, it serves everybody else.
 */
@Isolated("It keeps everybody from inserting envelopes.")
class OpenRequestsIT {

  private static final int REQUESTS = 2_000;

  @Test
  void serverIsWellWhileTwoThousandSubmitsWaitForTheirCommit() throws Exception {
    MailboxFixture domain = MailboxFixture.newDomain();
    RestMailbox mailbox = domain.mailbox();
    mailbox.put(Map.of("maxPendingCount", REQUESTS)).expect(200);
    RestMailbox other = domain.mailbox();
    other.submit("before").expect(201);
    assertThat(threads()).isLessThan(REQUESTS / 10);

    List<CompletableFuture<Reply>> waiting;
    try (Connection holder = TestServer.openDatabase();
        Statement statement = holder.createStatement()) {
      statement.execute("LOCK TABLES envelope READ");
      waiting = IntStream.range(0, REQUESTS).mapToObj(i -> submit(mailbox, "m" + i)).toList();
      await().atMost(Duration.ofSeconds(30)).until(() -> waitingRequests() >= REQUESTS - 256);

      serverIsWell(other);
      assertThat(waiting).noneMatch(CompletableFuture::isDone);
      statement.execute("UNLOCK TABLES");
    }

    CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    assertThat(waiting).allSatisfy(reply -> assertThat(reply.join().status()).isEqualTo(201));
    assertThat(mailbox.count()).isEqualTo(REQUESTS);
  }

  private static void serverIsWell(RestMailbox other) {
    for (int i = 0; i < 20; i++) {
      assertThat(other.pendingIds()).containsExactly("before");
      RestClient.admin().get("/whoami").expect(200);
      RestClient.at(TestServer.rootUri().resolve("health")).get("/ready").expect(200);
    }
  }

  private static CompletableFuture<Reply> submit(RestMailbox mailbox, String messageId) {
    return mailbox
        .caller()
        .sendAsync(
            "POST",
            mailbox.path() + "/envelopes",
            "{\"messageId\":\"" + messageId + "\",\"body\":\"Ym9keQ==\"}");
  }

  private static double waitingRequests() {
    return Metrics.ofPipeline("mailbox", "waiting_requests");
  }

  /** How many threads serve requests at most, by the server's default. */
  private static int threads() {
    var read = operation("read-attribute", "subsystem", "io", "worker", "default");
    read.get("name").set("max-pool-size");
    return TestServer.management().execute(read).asInt();
  }
}
