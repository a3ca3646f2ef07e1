package io.restante.test.wake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.LiveSettings;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Rows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class WakeDeliveryIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final CallbackReceiver receiver = CallbackReceiver.start();
  private MailboxFixture domain;
  private RestMailbox mailbox;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
  }

  @AfterEach
  void close() {
    receiver.close();
    TestServer.resetClock();
  }

  @Test
  void mailIsToldWithoutContentAndSigned() {
    String secret = receiver.register(mailbox, "/in?key=1");

    mailbox.submit("m1").expect(201);

    CallbackReceiver.Call call = receiver.awaitCalls("/in?key=1", 1).get(0);
    assertThat(call.body()).isEqualTo("{\"mailbox\":\"" + mailbox.name() + "\"}");
    assertThat(call.isSignedWith(secret)).isTrue();
    assertThat(Instant.ofEpochSecond(Long.parseLong(call.timestamp())))
        .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(60));
    assertThat(call.event()).matches("[0-9a-f]{32}");
    awaitStates("DONE");
    await().atMost(LIMIT).until(() -> wake().has("succeededAt"));
  }

  @Test
  void mailboxWithoutCallbackLeavesNoEvent() {
    mailbox.submit("m1").expect(201);

    assertThat(states()).isEmpty();
  }

  /** What comes while the receiver is busy with the first call is told once after it. */
  @Test
  void mailThatComesDuringACallIsToldByOneMore() {
    CountDownLatch release = new CountDownLatch(1);
    receiver.answering(
        exchange -> {
          awaitQuietly(release);
          exchange.sendResponseHeaders(204, -1);
        });
    receiver.register(mailbox, "/in");
    mailbox.submit("m0").expect(201);
    receiver.awaitCalls("/in", 1);

    IntStream.range(1, 10).forEach(i -> mailbox.submit("m" + i).expect(201));
    release.countDown();

    awaitStates("DONE");
    // Four calls to a host run at once; the others of this mailbox wait together.
    assertThat(receiver.callsTo("/in").size()).isBetween(2, 8);
  }

  @Test
  void failedCallIsRepeatedAsTheSameEventUntilItSucceeds() {
    receiver.answering(503);
    String secret = receiver.register(mailbox, "/in");

    mailbox.submit("m1").expect(201);
    receiver.awaitCalls("/in", 2);
    assertThat(wake().path("lastError").asText()).isEqualTo("HTTP_503");
    assertThat(wake().path("failingSince").asText()).isNotBlank();
    receiver.answering(200);

    awaitStates("DONE");
    assertThat(receiver.callsTo("/in")).allMatch(call -> call.isSignedWith(secret));
    assertThat(receiver.callsTo("/in").stream().map(CallbackReceiver.Call::event).distinct())
        .hasSize(1);
    await().atMost(LIMIT).until(() -> !wake().has("failingSince"));
  }

  @Test
  void callThatAlwaysFailsIsADeadLetterThatCanBeTriedAgain() {
    receiver.answering(500);
    receiver.register(mailbox, "/in");
    mailbox.submit("m1").expect(201);

    for (int attempt = 1; attempt <= 10; attempt++) {
      receiver.awaitCalls("/in", attempt);
      int failed = attempt;
      await().atMost(LIMIT).until(() -> isFailed(failed));
      TestServer.advanceClock(Duration.ofMinutes(6));
    }

    assertThat(states()).containsExactly("DEAD");
    assertThat(receiver.callsTo("/in")).hasSize(10);
    receiver.answering(204);
    domain.admin().post("/admin/outbox/" + ids().get(0) + "/retry", null).expect(204);
    awaitStates("DONE");
    assertThat(receiver.callsTo("/in")).hasSize(11);
  }

  @Test
  void redirectIsAFailureAndIsNotFollowed() {
    receiver.answering(
        exchange -> {
          exchange.getResponseHeaders().set("Location", receiver.url("/elsewhere"));
          exchange.sendResponseHeaders(307, -1);
        });
    receiver.register(mailbox, "/in");

    mailbox.submit("m1").expect(201);

    receiver.awaitCalls("/in", 1);
    await().atMost(LIMIT).until(() -> wake().path("lastError").asText().equals("HTTP_307"));
    assertThat(receiver.callsTo("/elsewhere")).isEmpty();
    domain.admin().delete(mailbox.path() + "/wake").expect(204);
    awaitStates("DONE");
  }

  @Test
  void removedCallbackIsNotCalledAnyMore() {
    receiver.answering(500);
    receiver.register(mailbox, "/in");
    mailbox.submit("m1").expect(201);
    receiver.awaitCalls("/in", 1);

    domain.admin().delete(mailbox.path() + "/wake").expect(204);

    awaitStates("DONE");
    int calls = receiver.calls().size();
    mailbox.submit("m2").expect(201);
    assertThat(states()).hasSize(1);
    assertThat(receiver.calls()).hasSize(calls);
  }

  @Test
  void replacedCallbackGetsWhatIsStillToBeTold() {
    receiver.answering(
        call ->
            call.sendResponseHeaders(
                call.getRequestURI().getPath().equals("/new") ? 204 : 500, -1));
    receiver.register(mailbox, "/old");
    mailbox.submit("m1").expect(201);
    receiver.awaitCalls("/old", 1);

    String secret =
        domain
            .admin()
            .put(mailbox.path() + "/wake", Map.of("url", receiver.url("/new")))
            .expect(200)
            .text("secret");

    assertThat(receiver.awaitCalls("/new", 1).get(0).isSignedWith(secret)).isTrue();
    awaitStates("DONE");
  }

  @Test
  void whoMayNotReceiveAnyMoreIsNotTold() {
    TestPrincipal principal = domain.receiver();
    receiver.register(mailbox.as(principal), "/in");
    domain.replaceGrants(principal);

    mailbox.submit("m1").expect(201);

    awaitStates("DONE");
    assertThat(receiver.calls()).isEmpty();
    assertThat(wake().path("lastError").asText()).isEqualTo("NOT_PERMITTED");
  }

  @Test
  void hostThatIsTakenOffTheListIsNotCalledAnyMore() {
    receiver.register(mailbox, "/in");
    try (LiveSettings settings = TestServer.settings()) {
      settings.set("restante.wake.allowed-hosts", "hooks.example.org").apply();

      mailbox.submit("m1").expect(201);

      await()
          .atMost(LIMIT)
          .until(() -> wake().path("lastError").asText().equals("HOST_NOT_ALLOWED"));
      assertThat(receiver.calls()).isEmpty();
    }
    TestServer.passTime(Duration.ofMinutes(1));
    awaitStates("DONE");
    assertThat(receiver.callsTo("/in")).hasSize(1);
  }

  private JsonNode wake() {
    return domain.admin().get(mailbox.path() + "/wake").expect(200).json();
  }

  private void awaitStates(String state) {
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(states()).isNotEmpty().containsOnly(state));
  }

  /** So often at least: the next attempt comes by itself. */
  private boolean isFailed(int attempts) {
    return column(
                "SELECT o.id FROM outbox o JOIN mailbox m ON m.id = o.subject_id WHERE m.name = ?"
                    + " AND o.event_type = 'WAKE' AND o.last_error = 'HTTP_500' AND o.lease_until IS NULL"
                    + " AND o.state IN ('PENDING', 'DEAD') AND o.attempts >= "
                    + attempts)
            .size()
        == 1;
  }

  private List<String> states() {
    return column(
        "SELECT o.state FROM outbox o JOIN mailbox m ON m.id = o.subject_id"
            + " WHERE m.name = ? AND o.event_type = 'WAKE'");
  }

  private List<String> ids() {
    return column(
        "SELECT o.id FROM outbox o JOIN mailbox m ON m.id = o.subject_id"
            + " WHERE m.name = ? AND o.event_type = 'WAKE'");
  }

  private List<String> column(String query) {
    return Rows.select(query, mailbox.name()).stream()
        .map(row -> row.values().iterator().next().toString())
        .toList();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
