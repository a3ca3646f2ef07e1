package io.restante.test.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KillIT {

  private static final long YEAR = Duration.ofDays(366).toMillis();
  private static final Map<String, ?> RETRIES_WITH_JITTER =
      Map.of("retryJitter", "FULL", "retryBaseMillis", YEAR, "retryMaxMillis", YEAR);

  /**
   * In it: every node counts for itself, and after its start the buckets are full, once; and a
   * retry comes at the instant that was drawn for it before.
   */
  @Test
  void killedNodeAndKilledDatabaseServeAgain() {
    try (OwnServer own =
        OwnServer.builder()
            .nodes(2)
            .property("restante.ratelimit.refused.per-minute", "1")
            .property("restante.ratelimit.refused.burst", "2")
            .start()) {
      MailboxFixture domain = MailboxFixture.newDomain(own.admin(1));
      RestQueue queue = RestQueue.in(domain, RETRIES_WITH_JITTER);
      List<String> drawn = drawnDelays(queue);
      String token = domain.principal().token();
      useUpRefusals(own.admin(0).withToken(token));
      own.node(0).kill();
      assertThat(own.admin(1).put("/domains/main/mailboxes/hello", "{}").status()).isIn(200, 201);

      own.node(0).start().awaitReady();
      useUpRefusals(own.admin(0).withToken(token));
      useUpRefusals(own.admin(1).withToken(token));
      own.database().kill();
      own.database().start();

      own.node(0).awaitReady();
      own.node(1).awaitReady();
      assertThat(own.admin(0).put("/domains/main/mailboxes/hello", "{}").status()).isIn(200, 201);
      assertThat(shown(queue)).isEqualTo(drawn);
      assertThat(shown(queue.as(own.admin(0)))).isEqualTo(drawn);
    }
  }

  /** Of an attempt that failed, and of one whose lease has lapsed. */
  private static List<String> drawnDelays(RestQueue queue) {
    queue.enqueueAll(List.of("failed", "lapsed"));
    queue.result("nack", queue.take());
    queue.take(Map.of("leaseSeconds", 1));
    await().atMost(Duration.ofSeconds(30)).until(() -> queue.state("lapsed").equals("SCHEDULED"));
    return shown(queue);
  }

  private static List<String> shown(RestQueue queue) {
    return Stream.of("failed", "lapsed")
        .map(id -> queue.inspect(id).expect(200).json())
        .map(m -> m.path("notBefore").asText() + " at version " + m.path("stateVersion"))
        .toList();
  }

  private static void useUpRefusals(RestClient caller) {
    caller.get("/domains").expect(403);
    caller.get("/domains").expect(403);
    caller.get("/domains").expect(429);
  }
}
