package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker that comes too late is refused, and whoever holds the message now is not disturbed. */
@Isolated
class StaleTokenIT {

  private static MailboxFixture domain;

  private RestQueue queue;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @BeforeEach
  void makeQueue() {
    queue = RestQueue.in(domain, Map.of());
  }

  @AfterEach
  void requireRightBooks() throws SQLException {
    TestServer.resetClock();
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ack", "nack", "renew", "release"})
  void tokenOfAnEarlierLeaseIsStale(String how) {
    queue.enqueue("m1").expect(201);
    Given late = queue.take(Map.of("leaseSeconds", 1));
    TestServer.advanceClock(Duration.ofSeconds(2));
    Given present = queue.take();
    assertThat(present.attempt()).isEqualTo(2);
    assertThat(present.fence()).isGreaterThan(late.fence());

    assertThat(queue.result(how, late)).isEqualTo("STALE_LEASE");

    assertThat(queue.state("m1")).isEqualTo("LEASED");
    assertThat(queue.result("ack", present)).isEqualTo("ACKED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ack", "nack", "renew", "release"})
  void tokenOfALeaseThatIsOverIsRefusedThoughNobodyElseHasIt(String how) {
    queue.enqueue("m1").expect(201);
    Given late = queue.take(Map.of("leaseSeconds", 1));
    TestServer.advanceClock(Duration.ofSeconds(2));

    assertThat(queue.result(how, late)).isIn("LEASE_EXPIRED", "STALE_LEASE");

    assertThat(queue.take().attempt()).as("a late nack counts nothing").isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ack", "nack", "renew", "release"})
  void tokenOfBeforeARedriveIsStale(String how) {
    queue = RestQueue.in(domain, Map.of("maxAttempts", 1));
    queue.enqueue("m1").expect(201);
    Given late = queue.take();
    assertThat(queue.result("nack", late)).isEqualTo("DEAD_LETTERED");
    queue.act("redrive", "m1").expect(200);
    Given present = queue.take();

    assertThat(queue.result(how, late)).isEqualTo("STALE_LEASE");

    assertThat(queue.result("ack", present)).isEqualTo("ACKED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ack", "nack", "renew", "release"})
  void tokenOfACancelledMessageIsStale(String how) {
    queue.enqueue("m1").expect(201);
    Given held = queue.take();
    queue.act("cancel", "m1").expect(200);

    assertThat(queue.result(how, held)).isEqualTo("STALE_LEASE");

    assertThat(queue.state("m1")).isEqualTo("CANCELLED");
  }

  @Test
  void tokensAreOfOneQueueAndOnePrincipal() {
    queue.enqueue("m1").expect(201);
    Given held = queue.take();
    RestQueue other = RestQueue.in(domain, Map.of());
    TestPrincipal consumer = domain.principal(domain.grant("queue:consume", "queues/*"));

    assertThat(other.result("ack", held)).isEqualTo("TOKEN_INVALID");
    assertThat(queue.as(consumer).result("ack", held)).isEqualTo("TOKEN_INVALID");
    assertThat(RestQueue.results(queue.settle("ack", List.of(forged(held)), Map.of())))
        .containsExactly("TOKEN_INVALID");

    assertThat(queue.result("ack", held)).isEqualTo("ACKED");
    assertThat(queue.result("ack", held)).isEqualTo("STALE_LEASE");
  }

  /** READY 1, LEASED 2, renewed 3 and 4, READY 5, LEASED 6, ACKED 7. */
  @Test
  void everyTransitionRaisesTheStateVersionByOne() {
    queue.enqueue("m1").expect(201);
    assertVersion(1, "READY");
    Given held = queue.take(Map.of("leaseSeconds", 300));
    assertVersion(2, "LEASED");
    queue.result("renew", held);
    assertVersion(3, "LEASED");
    RestQueue.results(queue.settle("renew", List.of(held.token()), Map.of("leaseSeconds", 60)));
    assertVersion(4, "LEASED");
    TestServer.advanceClock(Duration.ofSeconds(61));
    Given again = queue.take();
    assertVersion(6, "LEASED");
    queue.result("ack", again);
    assertVersion(7, "ACKED");
  }

  private void assertVersion(long version, String state) {
    var message = queue.inspect("m1").expect(200).json();
    assertThat(message.path("state").asText()).isEqualTo(state);
    assertThat(message.path("stateVersion").asLong()).isEqualTo(version);
  }

  private static String forged(Given held) {
    char last = held.token().charAt(held.token().length() - 5);
    return held.token().substring(0, held.token().length() - 5)
        + (last == 'A' ? 'B' : 'A')
        + held.token().substring(held.token().length() - 4);
  }
}
