package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TwoNodes;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Two nodes on one database: one queue for the consumers of both, also when one node is killed.
 * {@code -Psoak} redrives 50,000 messages.
 */
class QueuesOnTwoNodesIT {

  private static final int MESSAGES = 400;
  private static final int PAIRS = 4;
  private static final int DEAD =
      Integer.getInteger("restante.test.kills", 0) >= 200 ? 100_000 : 4_000;
  private static final Duration LIMIT = Duration.ofMinutes(3);

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
    Load load = new Load(queue);
    ExecutorService threads = Executors.newFixedThreadPool(4 * PAIRS);
    try {
      List<CompletableFuture<Void>> works = new ArrayList<>();
      for (int pair = 0; pair < PAIRS; pair++) {
        for (int node = 0; node < own.size(); node++) {
          String prefix = "p" + pair + "-" + node + "-";
          RestClient at = own.admin(node);
          works.add(CompletableFuture.runAsync(() -> load.produce(at, prefix), threads));
          works.add(CompletableFuture.runAsync(() -> load.consume(at), threads));
        }
      }
      load.awaitAcknowledged(MESSAGES / 4);
      own.node(1).kill();
      load.awaitSent(MESSAGES);
      own.node(1).start().awaitReady();
      load.stopProducing();
      CompletableFuture.allOf(works.toArray(CompletableFuture[]::new)).get(5, TimeUnit.MINUTES);
    } finally {
      threads.shutdownNow();
    }

    assertThat(load.acknowledged.keySet()).containsAll(load.sent.keySet());
    assertThat(load.twice).as("acknowledged twice").isEmpty();
    try (Connection database = own.openDatabase()) {
      QueueBooks books = new QueueBooks(database, queue);
      books.requireRight();
      assertThat(books.count(3)).isEqualTo(load.acknowledged.size());
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
                    Math.min(10_000, DEAD / 5),
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
    for (int from = 0; from < number; from += 100) {
      int first = from;
      queue.enqueueAll(IntStream.range(0, 100).mapToObj(i -> "m" + (first + i)).toList());
      List<String> tokens =
          RestQueue.deliveries(
                  queue.receive(
                      Map.of("maxMessages", 100, "maxBytes", 10_000_000, "leaseSeconds", 300)))
              .stream()
              .map(Given::token)
              .toList();
      assertThat(tokens).hasSize(100);
      queue.settle("nack", tokens.subList(0, 50), Map.of("reason", "OUT_OF_STOCK"));
      queue.settle("nack", tokens.subList(50, 100), Map.of("reason", "OTHER"));
    }
  }

  /** Producers and consumers that go on until everything is done. */
  private static final class Load {
    private final RestQueue queue;
    private final Map<String, Boolean> sent = new ConcurrentHashMap<>();
    private final Map<String, Boolean> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, Boolean> twice = new ConcurrentHashMap<>();
    private final AtomicBoolean producing = new AtomicBoolean(true);
    private final AtomicLong open = new AtomicLong();

    Load(RestQueue queue) {
      this.queue = queue;
    }

    /** Sends until it is stopped; a message whose answer was lost is sent again, with its id. */
    void produce(RestClient at, String prefix) {
      for (int i = 0; producing.get(); i++) {
        String id = prefix + i;
        open.incrementAndGet();
        while (!isSent(at, id)) {
          Thread.onSpinWait();
        }
        sent.put(id, true);
        open.decrementAndGet();
      }
    }

    private boolean isSent(RestClient at, String id) {
      Optional<Reply> reply = attempt(() -> queue.as(at).enqueue(id));
      return reply.filter(r -> r.status() == 201 || r.status() == 409).isPresent();
    }

    /** Receives and acknowledges until all that was sent is acknowledged. */
    void consume(RestClient at) {
      RestQueue here = queue.as(at);
      while (producing.get()
          || open.get() > 0
          || !acknowledged.keySet().containsAll(sent.keySet())) {
        attempt(() -> here.receive(Map.of("maxMessages", 5, "leaseSeconds", 5, "waitSeconds", 1)))
            .filter(reply -> reply.status() == 200)
            .ifPresent(reply -> RestQueue.deliveries(reply).forEach(given -> ack(here, given)));
      }
    }

    /** An acknowledgement whose answer was lost has happened, or is found not to have. */
    private void ack(RestQueue here, Given given) {
      attempt(() -> here.settle("ack", given))
          .filter(reply -> reply.status() == 200)
          .ifPresentOrElse(
              reply -> {
                if (RestQueue.results(reply).equals(List.of("ACKED"))
                    && acknowledged.put(given.messageId(), true) != null) {
                  twice.put(given.messageId(), true);
                }
              },
              () -> findOut(given));
    }

    private void findOut(Given given) {
      if (queue.state(given.messageId()).equals("ACKED")) {
        acknowledged.put(given.messageId(), true);
      }
    }

    private static Optional<Reply> attempt(Supplier<Reply> call) {
      try {
        return Optional.of(call.get());
      } catch (UncheckedIOException nodeIsGone) {
        return Optional.empty();
      }
    }

    void awaitAcknowledged(int number) {
      await().atMost(Duration.ofMinutes(3)).until(() -> acknowledged.size() >= number);
    }

    void awaitSent(int number) {
      await().atMost(Duration.ofMinutes(3)).until(() -> sent.size() >= number);
    }

    void stopProducing() {
      producing.set(false);
    }
  }
}
