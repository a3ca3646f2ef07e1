package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What has waited for a queue is decided for the time when it got it. */
@Isolated
class HeldQueueIT {

  private static MailboxFixture domain;

  private final RestQueue queue = RestQueue.in(domain, Map.of("maxAttempts", 1));

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @AfterEach
  void requireRightBooks() throws SQLException {
    TestServer.resetClock();
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void leaseBeginsWhenTheQueueIsLocked() throws Exception {
    queue.enqueue("m1").expect(201);
    CompletableFuture<Reply> receive;
    Instant released;
    try (HeldQueue held = new HeldQueue(queue)) {
      receive = queue.receiveAsync(Map.of("leaseSeconds", 20));
      held.awaitWaiting(1);
      TestServer.advanceClock(Duration.ofSeconds(30));
      released = TestServer.now();
    }

    Given given = RestQueue.deliveries(receive.get(30, TimeUnit.SECONDS)).get(0);

    assertThat(Instant.parse(given.leaseUntil())).isAfter(released.plusSeconds(19));
    assertThat(queue.result("ack", given)).isEqualTo("ACKED");
  }

  @Test
  void whatExpiresMeanwhileIsNotHandedOut() throws Exception {
    String soon = TestServer.now().plusSeconds(60).toString();
    queue.enqueue("m1", Map.of("expiresAt", soon)).expect(201);
    CompletableFuture<Reply> receive;
    try (HeldQueue held = new HeldQueue(queue)) {
      receive = queue.receiveAsync(Map.of());
      held.awaitWaiting(1);
      TestServer.advanceClock(Duration.ofSeconds(61));
    }

    assertThat(RestQueue.deliveries(receive.get(30, TimeUnit.SECONDS))).isEmpty();
    assertThat(queue.state("m1")).isEqualTo("EXPIRED");
  }

  /** A receive gets between the pieces of the purge, and makes ready what is due. */
  @Test
  void purgeMeetsWhatBecomesReadyMeanwhile() throws Exception {
    String soon = TestServer.now().plusSeconds(60).toString();
    queue.enqueue("m1", Map.of("notBefore", soon)).expect(201);
    CompletableFuture<Reply> purge;
    CompletableFuture<Reply> receive;
    try (HeldQueue held = new HeldQueue(queue)) {
      purge =
          queue
              .caller()
              .sendAsync(
                  "POST", queue.path() + "/purge", Map.of("before", TestServer.now().toString()));
      held.awaitWaiting(1);
      TestServer.advanceClock(Duration.ofSeconds(61));
      receive = queue.receiveAsync(Map.of("maxBytes", 1));
      held.awaitWaiting(2);
    }

    Reply purged = purge.get(30, TimeUnit.SECONDS).expect(200);
    assertThat(RestQueue.deliveries(receive.get(30, TimeUnit.SECONDS))).isEmpty();
    assertThat(purged.json().path("purged").asInt()).isEqualTo(1);
    assertThat(queue.state("m1")).isEqualTo("CANCELLED");
  }
}
