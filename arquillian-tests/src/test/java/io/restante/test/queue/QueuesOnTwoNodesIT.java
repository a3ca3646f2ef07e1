package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.ServerLog;
import io.restante.test.harness.Together;
import io.restante.test.harness.TwoNodes;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.Statement;
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
 * {@code -Psoak} redrives 50,000 messages, and has 40,000 go through while a node is killed. The
 * load in strict order is beside the redrive, whose node dies anyway: a start costs seconds.
 */
class QueuesOnTwoNodesIT {

  private static final boolean LONG_FORM = Integer.getInteger("restante.test.kills", 0) >= 200;
  private static final int MESSAGES = LONG_FORM ? 40_000 : 400;
  private static final int PAIRS = 4;
  private static final int DEAD = LONG_FORM ? 100_000 : 4_000;
  private static final int PARKERS = 8;

  /** So many go through in strict order before a node dies, and as many after its death. */
  private static final int IN_ORDER = LONG_FORM ? 2_000 : 40;

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
    QueueLoad load = QueueLoad.competing(queue.as(own.admin(0)), queue.as(own.admin(1)));
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

  /**
   * Each message is redriven once, whichever node was at it when one of them died. Meanwhile, in
   * another queue, none is handed out before the one before it, of its key, is done.
   */
  @Test
  void redriveInTheBackgroundAndTheOrderOfKeysSurviveTheNodeThatWasAtThem() throws Exception {
    RestQueue queue =
        RestQueue.in(
            domain,
            Map.of(
                "maxAttempts", 1, "maxStoredMessages", 1_000_000, "maxInFlightMessages", 10_000));
    park(queue, DEAD);
    RestQueue strict =
        RestQueue.in(domain, Map.of("ordering", "STRICT_PER_KEY", "maxAttempts", 1_000));
    QueueLoad load = QueueLoad.inOrder(strict.as(own.admin(0)), strict.as(own.admin(1)));
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<CompletableFuture<Void>> works = load.start(1, threads);
      load.awaitAcknowledged(IN_ORDER);
      redriveWhileANodeDies(queue);
      load.awaitAcknowledged(load.acknowledged().size() + IN_ORDER);
      own.node(1).start().awaitReady();
      load.stopProducing();
      CompletableFuture.allOf(works.toArray(CompletableFuture[]::new)).get(5, TimeUnit.MINUTES);
      System.out.println("IN ORDER " + load.acknowledged().size());
    } finally {
      threads.shutdownNow();
    }

    assertThat(load.tooEarly()).as("handed out before the one before").isEmpty();
    assertThat(load.lost()).as("sent and not acknowledged").isEmpty();
    assertThat(load.acknowledgedTwice()).as("acknowledged twice").isEmpty();
    try (Connection database = own.openDatabase()) {
      QueueBooks ofStrict = new QueueBooks(database, strict);
      ofStrict.requireRight();
      assertThat(ofStrict.count(3)).isEqualTo(load.acknowledged().size());
      QueueBooks books = new QueueBooks(database, queue);
      books.requireRight();
      assertThat(books.count(1)).as("ready").isEqualTo(DEAD / 2);
      assertThat(books.count(4)).as("still parked, of another reason").isEqualTo(DEAD / 2);
      assertThat(books.generations()).as("generations").containsExactly(1L, 2L);
    }
  }

  /** Both nodes try it each second; what happens to it is told by one of them, and once. */
  @Test
  void orderThatIsRefusedIsToldOfOnce() throws Exception {
    List<ServerLog> logs = List.of(ServerLog.fromNow(own, 0), ServerLog.fromNow(own, 1));
    RestQueue drifted = RestQueue.in(domain, Map.of("maxAttempts", 1));
    RestQueue sound = RestQueue.in(domain, Map.of("maxAttempts", 1));
    String refused = order(drifted, 12);
    await().atMost(LIMIT).until(() -> redriven(refused) > 0);
    try (Connection database = own.openDatabase();
        Statement statement = database.createStatement()) {
      statement.executeUpdate(
          "UPDATE queue_counter c JOIN queue q ON q.id = c.queue_id SET c.drifted_at ="
              + " UTC_TIMESTAMP(3) WHERE q.name = '%s'".formatted(drifted.name()));
    }
    String other = order(sound, 4);
    await().atMost(LIMIT).until(() -> isDone(other));
    assertThat(isDone(refused)).isFalse();

    own.admin(0)
        .post("/admin/check/repair", Map.of("domain", drifted.domain(), "queue", drifted.name()))
        .expect(200);

    await().atMost(LIMIT).until(() -> isDone(refused));
    assertThat(redriven(refused)).isEqualTo(12);
    String id = refused.substring(refused.lastIndexOf('/') + 1);
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(told(logs)).anyMatch(line -> line.endsWith(" goes on.")));
    assertThat(told(logs))
        .satisfiesExactlyInAnyOrder(
            line ->
                assertThat(line)
                    .contains("WARN")
                    .endsWith(id + " is refused, and waits: RECOVERY_REQUIRED."),
            line -> assertThat(line).contains("INFO").endsWith(id + " goes on."));
  }

  private static List<String> told(List<ServerLog> logs) {
    return logs.stream()
        .flatMap(log -> log.lines().stream())
        .filter(line -> line.contains("order to redrive"))
        .toList();
  }

  /** Parks messages, and orders to redrive one of them each second; returns the order's path. */
  private static String order(RestQueue queue, int messages) {
    queue.enqueueAll(IntStream.range(0, messages).mapToObj(i -> "m" + i).toList());
    Given[] given =
        RestQueue.deliveries(queue.receive(Map.of("maxMessages", messages))).toArray(Given[]::new);
    queue.settle("nack", given).expect(200);
    String path = queue.path() + "/dead-letters/redrive";
    return path
        + "/"
        + queue
            .caller()
            .post(path, Map.of("max", 100, "ratePerSecond", 1))
            .expect(202)
            .text("jobId");
  }

  private static boolean isDone(String path) {
    return own.admin(0).get(path).expect(200).text("state").equals("DONE");
  }

  private static void redriveWhileANodeDies(RestQueue queue) {
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
                    Math.min(10_000, DEAD / 40),
                    "filter",
                    Map.of("reason", "OUT_OF_STOCK")))
            .expect(202);
    String path = queue.path() + "/dead-letters/redrive/" + job.text("jobId");

    await().atMost(LIMIT).until(() -> redriven(path) > 0);
    own.node(1).kill();
    long atDeath = redriven(path);
    await().atMost(LIMIT).until(() -> isDone(path));
    System.out.printf(
        "REDRIVE %d, %d of them when a node died, in %.1f s%n",
        DEAD / 2, atDeath, (System.nanoTime() - begun) / 1e9);

    assertThat(atDeath).isLessThan(DEAD / 2);
    assertThat(redriven(path)).isEqualTo(DEAD / 2);
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
