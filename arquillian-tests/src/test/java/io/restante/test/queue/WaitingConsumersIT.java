package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.harness.Together;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Consumers that wait are given what becomes ready, for whatever reason it does, and once. */
class WaitingConsumersIT {

  /** A second is promised; a machine that is busy with other tests is given some more. */
  private static final Duration SOON = Duration.ofSeconds(20);

  private static MailboxFixture domain;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @Test
  void messageThatIsSent() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    assertWoken(queue, "m1", () -> queue.enqueue("m1").expect(201));
  }

  /** The lease is as long as it was asked for, however long the consumer waited. */
  @Test
  void leaseIsCountedFromWhenTheMessageIsGiven() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    CompletableFuture<Reply> waiting = wait(queue);
    Instant before = Instant.now();
    queue.enqueue("m1").expect(201);

    Given given = RestQueue.deliveries(waiting.join()).get(0);

    assertThat(Instant.parse(given.leaseUntil()))
        .isBetween(before.plusSeconds(30).minusMillis(1), Instant.now().plusSeconds(30));
  }

  @Test
  void messageThatIsReleased() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.enqueue("m1").expect(201);
    Given held = queue.take();
    assertWoken(queue, "m1", () -> queue.result("release", held));
  }

  @Test
  void messageWhoseLeaseEnds() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.enqueue("m1").expect(201);
    Given held = queue.take(Map.of("leaseSeconds", 2));
    Given again = RestQueue.deliveries(queue.receive(Map.of("waitSeconds", 25))).get(0);
    assertThat(Instant.now()).isAfterOrEqualTo(Instant.parse(held.leaseUntil()));
    assertThat(Instant.now()).isBefore(Instant.parse(held.leaseUntil()).plus(SOON));
    assertThat(again.attempt()).isEqualTo(2);
  }

  @Test
  void messageWhoseDelayEnds() {
    RestQueue queue = RestQueue.in(domain, Map.of("retryBaseMillis", 1_500));
    queue.enqueue("m1").expect(201);
    Given held = queue.take();
    long begun = System.nanoTime();
    assertThat(queue.result("nack", held)).isEqualTo("SCHEDULED");
    Given again = RestQueue.deliveries(queue.receive(Map.of("waitSeconds", 25))).get(0);
    assertThat(again.attempt()).isEqualTo(2);
    assertThat(Duration.ofNanos(System.nanoTime() - begun))
        .isBetween(Duration.ofMillis(1_400), SOON);
  }

  @Test
  void messageThatIsRedriven() {
    RestQueue queue = RestQueue.in(domain, Map.of("maxAttempts", 1));
    queue.enqueue("m1").expect(201);
    queue.result("nack", queue.take());
    assertWoken(queue, "m1", () -> queue.act("redrive", "m1").expect(200));
  }

  @Test
  void messageWhoseHeadIsDone() {
    RestQueue queue = RestQueue.in(domain, Map.of("ordering", "STRICT_PER_KEY"));
    queue.enqueueOrdered("m1", "k").expect(201);
    queue.enqueueOrdered("m2", "k").expect(201);
    Given head = queue.take();
    assertWoken(queue, "m2", () -> queue.result("ack", head));
  }

  @Test
  void messageThatHadNoRoomInFlight() {
    RestQueue queue = RestQueue.in(domain, Map.of("maxInFlightMessages", 1));
    queue.enqueue("m1").expect(201);
    queue.enqueue("m2").expect(201);
    Given held = queue.take();
    assertWoken(queue, "m2", () -> queue.result("ack", held));
  }

  @Test
  void sixteenConsumersOfThreeMessagesNeverHoldOneTwice() throws SQLException {
    RestQueue queue = RestQueue.in(domain, Map.of("retryBaseMillis", 1, "maxAttempts", 1_000));
    queue.enqueueAll(List.of("m1", "m2", "m3"));
    Holders holders = new Holders();

    Together.call(
        16,
        consumer -> {
          for (int round = 0; round < 30; round++) {
            for (Given given : RestQueue.deliveries(queue.receive(Map.of("waitSeconds", 1)))) {
              holders.took(given);
              holders.gaveBack(given);
              queue.result(round % 2 == 0 ? "release" : "nack", given);
            }
          }
          return consumer;
        });

    assertThat(holders.most()).isEqualTo(1);
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void queueThatIsDeletedEndsTheWaitingAndOneMadeAnewIsAnother() throws Exception {
    RestQueue queue = RestQueue.in(domain, Map.of());
    CompletableFuture<Reply> waiting = wait(queue);

    queue.caller().delete(queue.path()).expect(204);

    assertThat(waiting.get(25, TimeUnit.SECONDS).status()).isEqualTo(404);
    queue.put(Map.of()).expect(201);
    queue.enqueue("m1").expect(201);
    assertThat(queue.take().messageId()).isEqualTo("m1");
  }

  @Test
  void tokenOfAQueueThatWasMadeAnewIsInvalid() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.enqueue("m1").expect(201);
    Given old = queue.take();
    queue.caller().delete(queue.path() + "?force=true").expect(204);
    queue.put(Map.of()).expect(201);
    queue.enqueue("m1").expect(201);
    Given present = queue.take();

    assertThat(queue.result("ack", old)).isEqualTo("TOKEN_INVALID");

    assertThat(queue.result("ack", present)).isEqualTo("ACKED");
  }

  @Test
  void twoHundredWaitingConsumersHoldNothingThatOthersNeed() throws Exception {
    RestQueue queue = RestQueue.in(domain, Map.of());
    RestQueue other = RestQueue.in(domain, Map.of());
    List<CompletableFuture<Reply>> waiting =
        Stream.generate(() -> queue.receiveAsync(Map.of("waitSeconds", 25))).limit(200).toList();
    for (int i = 0; i < 5; i++) {
      other.enqueue("m" + i).expect(201);
      other.result("ack", other.take());
    }

    List<String> ids = Stream.iterate(0, i -> i + 1).limit(200).map(i -> "m" + i).toList();
    queue.enqueueAll(ids);

    List<String> got = new ArrayList<>();
    for (CompletableFuture<Reply> reply : waiting) {
      RestQueue.deliveries(reply.get(60, TimeUnit.SECONDS))
          .forEach(given -> got.add(given.messageId()));
    }
    assertThat(got).containsExactlyInAnyOrderElementsOf(ids);
  }

  private static void assertWoken(RestQueue queue, String messageId, Runnable makesReady) {
    CompletableFuture<Reply> waiting = wait(queue);
    long begun = System.nanoTime();
    makesReady.run();
    assertThat(RestQueue.deliveries(waiting.join()))
        .extracting(Given::messageId)
        .containsExactly(messageId);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
  }

  private static CompletableFuture<Reply> wait(RestQueue queue) {
    CompletableFuture<Reply> waiting = queue.receiveAsync(Map.of("waitSeconds", 25));
    await().during(Duration.ofSeconds(1)).until(() -> !waiting.isDone());
    return waiting;
  }

  /** Who holds what, as the consumers see it. */
  private static final class Holders {
    private final Map<String, Integer> holders = new HashMap<>();
    private int most;

    synchronized void took(Given given) {
      most = Math.max(most, holders.merge(given.messageId(), 1, Integer::sum));
    }

    synchronized void gaveBack(Given given) {
      holders.merge(given.messageId(), -1, Integer::sum);
    }

    synchronized int most() {
      return most;
    }
  }
}
