package io.restante.test.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TwoNodes;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.start.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A reader on one node is woken by a submit on the other through the brokers alone: the comparison
 * of each second is suspended there.
 */
@Isolated
class WakesOnTwoNodesIT {

  private static final int ROUNDS = 5;
  private static final String COMPARISON = "PullWaker";
  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Well before the end of the pull, or the stream's next sign of life. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private final OwnServer nodes = TwoNodes.running();
  private final MailboxFixture domain = MailboxFixture.newDomain(nodes.admin(0));
  private final List<Duration> waits = new ArrayList<>();

  @BeforeEach
  void suspendComparison() {
    try (Management management = nodes.management(1)) {
      Timers.suspend(management, COMPARISON);
    }
  }

  @AfterEach
  void resumeComparison() {
    try (Management management = nodes.management(1)) {
      Timers.activate(management, COMPARISON);
    }
  }

  @Test
  void pullThatWaitsOnTheOtherNodeIsWoken() throws Exception {
    RestMailbox mailbox = domain.mailbox();
    RestClient other = nodes.admin(1);

    for (int round = 0; round < ROUNDS; round++) {
      CompletableFuture<Reply> waiting =
          other.sendAsync("GET", mailbox.path() + "/envelopes?waitSeconds=25&after=" + round, null);
      await().during(Duration.ofMillis(500)).atMost(LIMIT).until(() -> !waiting.isDone());
      mailbox.submit("m" + round).expect(201);
      long submitted = System.nanoTime();
      Reply reply = waiting.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      waits.add(Duration.ofNanos(System.nanoTime() - submitted));
      assertThat(RestMailbox.ids(reply)).containsExactly("m" + round);
    }

    assertThat(Collections.min(waits)).as(waits.toString()).isLessThan(SOON);
  }

  @Test
  void streamOnTheOtherNodeIsTold() {
    RestMailbox mailbox = domain.mailbox();

    try (EventStream stream =
        EventStream.open(nodes.baseUri(1), mailbox.path(), nodes.adminToken())) {
      await().atMost(LIMIT).until(() -> stream.signsOfLife() > 0);
      for (int round = 0; round < ROUNDS; round++) {
        long before = stream.mails();
        mailbox.submit("m" + round).expect(201);
        long submitted = System.nanoTime();
        await()
            .pollInterval(Duration.ofMillis(5))
            .atMost(LIMIT)
            .until(() -> stream.mails() > before);
        waits.add(Duration.ofNanos(System.nanoTime() - submitted));
      }
    }

    assertThat(Collections.min(waits)).as(waits.toString()).isLessThan(SOON);
  }
}
