package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.request.Refusals;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Settling over REST: the states that are reached, and what is refused. */
class SettleIT {

  private static MailboxFixture domain;

  private RestQueue queue;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @BeforeEach
  void makeQueue() {
    queue = RestQueue.in(domain, Map.of("maxAttempts", 2, "retryBaseMillis", 1));
  }

  @Test
  void resultsAreTheStatesThatAreReached() {
    queue.enqueueAll(List.of("m1", "m2", "m3", "m4"));
    List<Given> given = RestQueue.deliveries(queue.receive(Map.of("maxMessages", 4)));

    assertThat(queue.result("ack", given.get(0))).isEqualTo("ACKED");
    assertThat(queue.result("nack", given.get(1))).isEqualTo("SCHEDULED");
    assertThat(queue.result("renew", given.get(2))).isEqualTo("LEASED");
    assertThat(queue.result("release", given.get(3))).isEqualTo("READY");
    assertThat(RestQueue.results(queue.settle("ack", given.get(0), given.get(2))))
        .containsExactly("STALE_LEASE", "ACKED");
  }

  @Test
  void lastFailedAttemptParks() {
    queue.enqueue("m1").expect(201);
    assertThat(queue.result("nack", queue.take())).isEqualTo("SCHEDULED");
    Given last = queue.take(Map.of("waitSeconds", 25));

    assertThat(
            RestQueue.results(
                queue.settle("nack", List.of(last.token()), Map.of("reason", "NO_STOCK"))))
        .containsExactly("DEAD_LETTERED");
    assertThat(queue.counter("deadLetterMessages")).isEqualTo(1);
    assertThat(queue.counter("storedMessages")).isEqualTo(1);
  }

  @Test
  void releaseCountsNoAttempt() {
    queue.enqueue("m1").expect(201);
    for (int i = 0; i < 4; i++) {
      Given given = queue.take();
      assertThat(given.attempt()).isEqualTo(1);
      assertThat(queue.result("release", given)).isEqualTo("READY");
    }
  }

  @Test
  void malformedItemsAreRefusedAlone() {
    queue.enqueue("m1").expect(201);
    Given given = queue.take();

    assertThat(RestQueue.results(queue.settle("ack", List.of("", given.token()), Map.of())))
        .containsExactly("VALIDATION_FAILED", "ACKED");
    assertThat(RestQueue.results(queue.settle("ack", List.of("x"), Map.of("leaseSeconds", 1))))
        .containsExactly("VALIDATION_FAILED");
    assertThat(RestQueue.results(queue.settle("renew", List.of("x"), Map.of("reason", "no"))))
        .containsExactly("VALIDATION_FAILED");
    assertThat(RestQueue.results(queue.settle("nack", List.of("x"), Map.of("reason", "n o"))))
        .containsExactly("VALIDATION_FAILED");
    assertThat(RestQueue.results(queue.settle("nack", List.of("x"), Map.of())))
        .containsExactly("TOKEN_INVALID");
    Refusals.requireInvalid(queue.settle("ack", List.of(), Map.of()), "items");
    Refusals.requireInvalid(
        queue.settle("ack", java.util.Collections.nCopies(101, "x"), Map.of()), "items");
  }

  @Test
  void renewalIsBoundedByThePolicy() {
    queue.enqueue("m1").expect(201);
    Given given = queue.take();

    assertThat(
            RestQueue.results(
                queue.settle("renew", List.of(given.token()), Map.of("leaseSeconds", 301))))
        .containsExactly("VALIDATION_FAILED");
    assertThat(
            RestQueue.results(
                queue.settle("renew", List.of(given.token()), Map.of("leaseSeconds", 300))))
        .containsExactly("LEASED");
  }

  @Test
  void keyGivesTheFirstAnswerAgain() {
    queue.enqueue("m1").expect(201);
    Given given = queue.take();
    RestQueue retried = queue.as(domain.admin().withKey("k-" + queue.name()));

    Reply first = retried.settle("ack", given).expect(200);
    Reply second = retried.settle("ack", given).expect(200);

    assertThat(second.text()).isEqualTo(first.text());
    assertThat(second.header("Idempotency-Replayed")).contains("true");
  }

  @Test
  void everyRouteNeedsItsGrant() {
    queue.enqueue("m1").expect(201);
    Given held = queue.take();
    String resource = "queues/" + queue.name();
    TestPrincipal producer = domain.principal(domain.grant("queue:enqueue", resource));
    TestPrincipal consumer = domain.principal(domain.grant("queue:consume", resource));
    TestPrincipal stranger = domain.principal(domain.grant("queue:consume", "queues/other"));

    queue.as(producer).enqueue("m2").expect(201);
    Refusals.require(queue.as(producer).receive(), 403, "FORBIDDEN");
    Refusals.require(queue.as(producer).settle("ack", held), 403, "FORBIDDEN");
    Refusals.require(queue.as(producer).get(), 403, "FORBIDDEN");
    Refusals.require(queue.as(producer).put(Map.of()), 403, "FORBIDDEN");
    Refusals.require(queue.as(consumer).enqueue("m3"), 403, "FORBIDDEN");
    assertThat(queue.as(consumer).take().messageId()).isEqualTo("m2");
    Refusals.require(queue.as(stranger).receive(), 404, "NOT_FOUND");
    Refusals.require(queue.as(stranger).enqueue("m3"), 404, "NOT_FOUND");
    Refusals.require(queue.as(stranger).put(Map.of()), 404, "NOT_FOUND");
    Refusals.require(
        RestQueue.named(domain, "no.such.queue").as(consumer).receive(), 404, "NOT_FOUND");
    Refusals.require(RestQueue.named(domain, "no.such.queue").receive(), 404, "NOT_FOUND");
  }
}
