package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.Together;
import io.restante.test.harness.TwoNodes;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two nodes on one database: one queue for the consumers of both, also when one node is killed.
 * {@code -Psoak} redrives 50,000 messages, and has 40,000 go through while a node is killed.
 */
class QueuesOnTwoNodesIT {

  private static final boolean LONG_FORM = Integer.getInteger("restante.test.kills", 0) >= 200;
  private static final int MESSAGES = LONG_FORM ? 40_000 : 400;
  private static final int PAIRS = 4;
  private static final int DEAD = LONG_FORM ? 100_000 : 4_000;
  private static final int PARKERS = 8;
  private static final Duration LIMIT = Duration.ofMinutes(LONG_FORM ? 10 : 3);

  private static OwnServer own;
  private static MailboxFixture domain;

  @BeforeAll
  static void start() {
    own = TwoNodes.running();
    domain = MailboxFixture.newDomain(own.admin(0));
  }

  @Test
  void consumerThatWaitsOnOneNodeIsGivenWhatTheOtherTakesIn() {
    RestQueue here = RestQueue.in(domain, Map.of());
    RestQueue there = here.as(own.admin(1));
    for (int round = 0; round < 5; round++) {
      CompletableFuture<Reply> waiting = there.receiveAsync(Map.of("waitSeconds", 25));
      String id = "m" + round;
      here.enqueue(id).expect(201);
      Given given = RestQueue.deliveries(waiting.join()).get(0);
      assertThat(given.messageId()).isEqualTo(id);
      assertThat(here.result("ack", given)).as("settled at the other node").isEqualTo("ACKED");
    }
  }

  /** Nothing that was answered is lost, nobody holds what another one holds. */
  @Test
  void nodeThatIsKilledUnderLoadTakesNothingWithIt() throws Exception {
    RestQueue queue = RestQueue.in(domain, Map.of("maxAttempts", 1_000));
    QueueLoad load = new QueueLoad(queue.as(own.admin(0)), queue.as(own.admin(1)));
    ExecutorService threads = Executors.newFixedThreadPool(4 * PAIRS);
    try {
      List<CompletableFuture<Void>> works = load.start(PAIRS, threads);
      load.awaitAcknowledged(MESSAGES / 4);
      long killed = System.nanoTime();
      own.node(1).kill();
      load.awaitAcknowledged(MESSAGES / 2);
      own.node(1).start().awaitReady();
      load.awaitAcknowledged(MESSAGES);
      load.stopProducing();
      CompletableFuture.allOf(works.toArray(CompletableFuture[]::new)).get(5, TimeUnit.MINUTES);
      System.out.println("SURVIVOR " + load.survivorAround(killed, Duration.ofSeconds(10)));
    } finally {
      threads.shutdownNow();
    }

    assertThat(load.lost()).as("sent and not acknowledged").isEmpty();
    assertThat(load.acknowledgedTwice()).as("acknowledged twice").isEmpty();
    try (Connection database = own.openDatabase()) {
      QueueBooks books = new QueueBooks(database, queue);
      books.requireRight();
      assertThat(books.count(3)).isEqualTo(load.acknowledged().size());
    }
  }

  /** Each message once, whichever node was at it when one of them died. */
  @Test
  void redriveInTheBackgroundSurvivesTheNodeThatWasAtIt() throws Exception {
    RestQueue queue =
        RestQueue.in(
            domain,
            Map.of(
                "maxAttempts", 1, "maxStoredMessages", 1_000_000, "maxInFlightMessages", 10_000));
    park(queue, DEAD);
    long begun = System.nanoTime();
    Reply job =
        queue
            .as(own.admin(1))
            .caller()
            .post(
                queue.path() + "/dead-letters/redrive",
                Map.of(
                    "max",
                    DEAD,
                    "ratePerSecond",
                    Math.min(10_000, DEAD / 10),
                    "filter",
                    Map.of("reason", "OUT_OF_STOCK")))
            .expect(202);
    String path = queue.path() + "/dead-letters/redrive/" + job.text("jobId");

    await().atMost(LIMIT).until(() -> redriven(path) > 0);
    own.node(1).kill();
    long atDeath = redriven(path);
    await()
        .atMost(LIMIT)
        .until(() -> own.admin(0).get(path).expect(200).text("state").equals("DONE"));
    System.out.printf(
        "REDRIVE %d, %d of them when a node died, in %.1f s%n",
        DEAD / 2, atDeath, (System.nanoTime() - begun) / 1e9);
    own.node(1).start().awaitReady();

    assertThat(atDeath).isLessThan(DEAD / 2);
    assertThat(redriven(path)).isEqualTo(DEAD / 2);
    try (Connection database = own.openDatabase()) {
      QueueBooks books = new QueueBooks(database, queue);
      books.requireRight();
      assertThat(books.count(1)).as("ready").isEqualTo(DEAD / 2);
      assertThat(books.count(4)).as("still parked, of another reason").isEqualTo(DEAD / 2);
      assertThat(books.generations()).as("generations").containsExactly(1L, 2L);
    }
  }

  private static long redriven(String path) {
    return own.admin(0).get(path).expect(200).json().path("redriven").asLong();
  }

  /** Parks messages, half of them for one reason, half for another. */
  private static void park(RestQueue queue, int number) {
    Together.call(PARKERS, parker -> parkPart(queue, "m" + parker + "-", number / PARKERS));
  }

  /** Whoever sends a hundred finds a hundred to take. */
  private static int parkPart(RestQueue queue, String prefix, int number) {
    for (int from = 0; from < number; from += 100) {
      int first = from;
      queue.enqueueAll(IntStream.range(0, 100).mapToObj(i -> prefix + (first + i)).toList());
      List<String> tokens =
          RestQueue.deliveries(
                  queue.receive(
                      Map.of("maxMessages", 100, "maxBytes", 1_000_000, "leaseSeconds", 300)))
              .stream()
              .map(Given::token)
              .toList();
      assertThat(tokens).hasSize(100);
      queue.settle("nack", tokens.subList(0, 50), Map.of("reason", "OUT_OF_STOCK")).expect(200);
      queue.settle("nack", tokens.subList(50, 100), Map.of("reason", "OTHER")).expect(200);
    }
    return number;
  }
}
