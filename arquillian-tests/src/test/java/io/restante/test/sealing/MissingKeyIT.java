package io.restante.test.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.queue.RestQueue;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import io.restante.test.wake.CallbackReceiver;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Records that are sealed with a key which this node lacks, as another one has it that got a new
 * key first: nothing is decided on them here. A row and what it seals are given the id of another
 * key, and their own again.
 */
@Isolated
class MissingKeyIT {

  private static final String FORGET =
      "UPDATE %1$s SET sealing_key = ?,"
          + " %2$s = CONCAT(LEFT(%2$s, 1), UNHEX(LPAD(HEX(?), 8, '0')), SUBSTR(%2$s, 6))"
          + " WHERE sealing_key = ? AND %3$s";

  private final long missing = ThreadLocalRandom.current().nextLong(1L << 31, 1L << 32);
  private final long present = primaryKey();
  private MailboxFixture domain;

  @BeforeEach
  void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @AfterEach
  void restore() {
    exchange(missing, present);
  }

  @Test
  void messageStaysAsItIsAndTheReceiveIsUnavailable() throws IOException {
    RestQueue queue = RestQueue.in(domain, Map.of());
    RestQueue other = RestQueue.in(domain, Map.of());
    queue.enqueueAll(List.of("m1", "m2", "m3"));
    other.enqueue("n1").expect(201);
    forgetMessage(queue, "m2");

    assertThat(RestQueue.deliveries(queue.receive(Map.of("maxMessages", 3, "leaseSeconds", 300))))
        .as("those before it")
        .extracting(Given::messageId)
        .containsExactly("m1");
    for (Map<String, Integer> request :
        List.of(Map.of("maxMessages", 3), Map.of("waitSeconds", 5), Map.<String, Integer>of())) {
      requireUnavailable(queue.receive(request));
    }
    assertThat(queue.state("m2")).isEqualTo("READY");
    assertThat(queue.inspect("m2").json().path("stateVersion").asInt()).isEqualTo(1);
    assertThat(other.take().messageId()).isEqualTo("n1");
    assertThat(log().split("The sealing key " + missing, -1)).as("told once").hasSize(2);

    restore();
    assertThat(RestQueue.deliveries(queue.receive(Map.of("maxMessages", 3))))
        .extracting(Given::messageId)
        .containsExactly("m2", "m3");
  }

  @Test
  void deliveriesAreNotGivenAgainWithoutTheKey() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.enqueue("m1").expect(201);
    Map<String, Object> request = Map.of("requestId", "r1");
    Given first = queue.take(request);
    forgetMessage(queue, "m1");

    requireUnavailable(queue.receive(request));

    restore();
    assertThat(queue.take(request).fence()).isEqualTo(first.fence());
    assertThat(queue.result("ack", first)).isEqualTo("ACKED");
  }

  /** What is damaged stays damage, whatever key it begins with. */
  @Test
  void messageThatNamesAnotherKeyThanItsRowIsDamaged() {
    RestQueue queue = RestQueue.in(domain, Map.of());
    queue.enqueue("m1").expect(201);
    forgetMessage(queue, "m1");
    execute(
        "UPDATE queue_body b JOIN queue_message m ON m.queue_id = b.queue_id"
            + " AND m.sequence = b.sequence SET b.sealing_key = ?"
            + " WHERE b.sealing_key = ? AND m.message_id = 'm1'",
        present,
        missing);

    assertThat(RestQueue.deliveries(queue.receive())).isEmpty();
    assertThat(queue.inspect("m1").text("reason")).isEqualTo("STORAGE_DAMAGED");
    queue.act("cancel", "m1").expect(200);
  }

  @Test
  void envelopeIsNeitherGivenNorFinalizedNorSetAside() {
    RestMailbox mailbox = domain.mailbox();
    RestMailbox other = domain.mailbox();
    mailbox.submitAll(List.of("m1", "m2"));
    other.submit("n1").expect(201);
    String sender = domain.admin().get("/whoami").expect(200).text("principalId");
    exchange(
        "envelope",
        "body",
        "message_id = 'm1' AND mailbox_id = " + id(mailbox.name(), "mailbox"),
        present,
        missing);

    requireUnavailable(mailbox.pull("limit=10"));
    requireUnavailable(mailbox.drain(10));
    requireUnavailable(mailbox.discard(sender, "m1", "OTHER"));
    requireUnavailable(
        mailbox.acknowledge(
            List.of(RestMailbox.identity(sender, "m2"), RestMailbox.identity(sender, "m1"))));
    requireUnavailable(mailbox.quarantine(1));
    assertThat(mailbox.count()).isEqualTo(2);
    assertThat(other.acknowledge(sender, "n1")).containsExactly("COMMITTED");
    assertThat(mailbox.acknowledge(sender, "m2")).containsExactly("COMMITTED");

    restore();
    assertThat(mailbox.pendingIds()).containsExactly("m1");
    assertThat(mailbox.acknowledge(sender, "m1")).containsExactly("COMMITTED");
  }

  @Test
  void keptAnswerIsNotReplayedAndTheRequestNotRunAnew() {
    RestMailbox mailbox = domain.mailbox();
    mailbox.submit("m1").expect(201);
    RestMailbox keyed = mailbox.as(domain.admin().withKey(MailboxFixture.unique("key")));
    Reply drained = keyed.drain(1).expect(200);
    mailbox.submit("m2").expect(201);
    exchange(
        "idempotency_record",
        "response",
        "resource LIKE '%" + mailbox.name() + "'",
        present,
        missing);

    requireUnavailable(keyed.drain(1));
    assertThat(mailbox.pendingIds()).containsExactly("m2");

    restore();
    Reply replayed = keyed.drain(1).expect(200);
    assertThat(replayed.header("Idempotency-Replayed")).hasValue("true");
    assertThat(replayed.text()).isEqualTo(drained.text());
  }

  @Test
  void callbackIsCalledOnceTheKeyIsThereAndNoAttemptIsCounted() {
    try (CallbackReceiver receiver = CallbackReceiver.start()) {
      RestMailbox mailbox = domain.mailbox();
      receiver.register(mailbox, "/in");
      long mailboxId = id(mailbox.name(), "mailbox");
      exchange("mailbox_wake", "callback", "mailbox_id = " + mailboxId, present, missing);

      requireUnavailable(domain.admin().get(mailbox.path() + "/wake"));
      mailbox.submit("m1").expect(201);

      String waits =
          "SELECT COUNT(*) FROM outbox WHERE event_type = 'WAKE' AND subject_id = ?"
              + " AND state IN ('PENDING', 'PUBLISHED') AND attempts <= 1";
      await()
          .during(Duration.ofSeconds(4))
          .atMost(Duration.ofSeconds(30))
          .until(() -> Rows.count(waits, mailboxId) == 1);
      assertThat(
              Rows.count(
                  "SELECT COUNT(*) FROM mailbox_wake WHERE mailbox_id = ? AND failed_at IS NULL",
                  mailboxId))
          .isEqualTo(1);
      assertThat(receiver.calls()).isEmpty();

      restore();
      receiver.awaitCalls("/in", 1);
    }
  }

  private static void requireUnavailable(Reply reply) {
    Refusals.require(reply, 503, "UNAVAILABLE");
    assertThat(reply.header("Retry-After")).isPresent();
  }

  private void forgetMessage(RestQueue queue, String messageId) {
    exchange(
        "queue_body",
        "body",
        "(queue_id, sequence) IN (SELECT m.queue_id, m.sequence FROM queue_message m"
            + " WHERE m.message_id = '"
            + messageId
            + "' AND m.queue_id = "
            + id(queue.name(), "queue")
            + ")",
        present,
        missing);
  }

  private void exchange(long from, long to) {
    for (String[] table :
        new String[][] {
          {"queue_body", "body"},
          {"envelope", "body"},
          {"idempotency_record", "response"},
          {"mailbox_wake", "callback"}
        }) {
      execute(FORGET.formatted(table[0], table[1], "TRUE"), to, to, from);
    }
  }

  private static void exchange(String table, String column, String where, long from, long to) {
    assertThat(execute(FORGET.formatted(table, column, where), to, to, from)).isPositive();
  }

  private static long id(String name, String table) {
    return Rows.count("SELECT id FROM " + table + " WHERE name = ?", name);
  }

  private static long primaryKey() {
    return RestClient.admin().get("/admin/sealing").expect(200).json().path("primaryKey").asLong();
  }

  private static String log() throws IOException {
    return Files.readString(TestServer.process().serverLog());
  }

  private static int execute(String sql, Object... parameters) {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}
