package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.queue.RestQueue;
import io.restante.test.queue.RestQueue.Given;
import io.restante.test.start.Timers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The statements that Hibernate sends for what happens often, and how the database reaches their
 * rows. What is sent stands in {@code docs/statements.md}, and nothing reads a whole table.
 */
class HotStatementsIT {

  private static final int MAILBOXES = 100;
  private static final int EACH = 100;
  private static final String MORE_MAILBOXES =
      """
      INSERT INTO mailbox (domain_id, name, retention, default_ttl_seconds, max_pending_count,
        max_pending_bytes, max_envelope_bytes, acknowledgements, next_sequence, pending_count,
        pending_bytes, created_at)
      SELECT (SELECT MIN(id) FROM domain), CONCAT('idle-', s.seq), 'TIMED', 3600, 1, 1, 1, 'NONE',
        1, 0, 0, UTC_TIMESTAMP(3) FROM seq_1_to_5000 s
      """;

  private static final int FILLING = 1_000;

  /** What is sent every few seconds, at the latest ten: else it depends on the moment what is. */
  private static final List<String> OF_TIMERS =
      List.of(
          "DELETE FROM tombstone",
          "DELETE FROM idempotency_record",
          "FROM mailbox m WHERE m.drifted_at",
          "FROM queue_counter c WHERE c.drifted_at",
          "ORDER BY m.due_at LIMIT",
          "DELETE FROM queue_message",
          "DELETE FROM queue_receipt");

  @TempDir private static Path directory;

  private static RestQueue competing;
  private static RestQueue strict;
  private static RestQueue empty;

  private static OwnServer own;
  private static Collection<HotStatement> statements;

  @BeforeAll
  static void sendEveryKind() throws Exception {
    Path log = directory.resolve("general.log");
    own =
        OwnServer.builder()
            .databaseOption("--general-log=1")
            .databaseOption("--general-log-file=" + log)
            .start();
    try (Management management = own.management(0)) {
      // Once an hour they read whole mailboxes and queues, as they are meant to.
      Timers.suspend(management, "DriftChecker");
      Timers.suspend(management, "QueueDriftChecker");
    }
    MailboxFixture fixture = MailboxFixture.newDomain(own.admin(0));
    RestMailbox mailbox = fill(fixture);
    try (Connection connection = own.openDatabase();
        Statement statement = connection.createStatement()) {
      statement.execute(MORE_MAILBOXES);
      fillQueues(fixture);
      statement.execute(
          "ANALYZE TABLE envelope, mailbox, tombstone, idempotency_record, queue, queue_counter,"
              + " queue_message, queue_body, queue_receipt");
    }
    long from = Files.size(log);
    use(fixture, mailbox);
    useQueues();
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> OF_TIMERS.stream().allMatch(text(log, from)::contains));
    try (Connection connection = own.openDatabase()) {
      statements = HotStatement.explained(text(log, from), connection);
    }
    Path written = Path.of(System.getProperty("restante.test.dir")).resolveSibling("statements.md");
    Files.writeString(written, HotStatement.document(statements));
  }

  @AfterAll
  static void stopServer() {
    own.close();
  }

  @Test
  void noneReadsAWholeTable() {
    assertThat(statements).hasSizeGreaterThan(12);
    assertThat(statements).allSatisfy(HotStatement::requireIndexed);
  }

  /**
   * A few entries of indexes each, however many messages are over, wait behind a head, or are to be
   * handed out: there are a thousand in each queue.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "order_key = k.ordering_key",
        "m.due_queue = q.id",
        "m.deliverable_queue = k.id",
        "m.due_at <= ? ORDER BY",
        "MIN(m.due_at)",
        "m.deliverable_sequence > ?"
      })
  void nothingOfAQueueIsLookedForAmongAllItsMessages(String part) throws Exception {
    List<HotStatement> found =
        statements.stream().filter(statement -> statement.text().contains(part)).toList();

    assertThat(found).isNotEmpty();
    try (Connection connection = own.openDatabase()) {
      for (HotStatement statement : found) {
        assertThat(statement.reads(connection)).as(statement.sql()).isLessThan(50);
      }
    }
  }

  /** If not, {@code target/statements.md} is what it should be, after a look at the plans. */
  @Test
  void allStandInTheDocument() throws Exception {
    String document = Files.readString(Path.of(System.getProperty("restante.statements")));

    assertThat(statements)
        .extracting(HotStatement::text)
        .filteredOn(text -> !document.contains(text))
        .isEmpty();
  }

  private static RestMailbox fill(MailboxFixture fixture) {
    List<RestMailbox> mailboxes =
        IntStream.range(0, MAILBOXES).mapToObj(i -> fixture.mailbox()).toList();
    for (int from = 0; from < EACH; from += 100) {
      for (RestMailbox mailbox : mailboxes) {
        submit(fixture, mailbox, from);
        acknowledge(fixture, mailbox, from);
      }
    }
    return mailboxes.get(0);
  }

  private static void submit(MailboxFixture fixture, RestMailbox mailbox, int from) {
    List<Map<String, Object>> items = new ArrayList<>();
    for (int i = from; i < from + 100; i++) {
      items.add(
          RestMailbox.envelope(
              "filling-" + i,
              "body".getBytes(StandardCharsets.UTF_8),
              Map.of("mailbox", mailbox.name())));
    }
    fixture
        .admin()
        .withKey(MailboxFixture.unique("key"))
        .post("/domains/" + fixture.domain() + "/envelopes", Map.of("items", items))
        .expect(200);
  }

  /** Every other one. */
  private static void acknowledge(MailboxFixture fixture, RestMailbox mailbox, int from) {
    String sender = fixture.admin().get("/whoami").expect(200).text("principalId");
    mailbox
        .acknowledge(
            IntStream.range(0, 50)
                .mapToObj(i -> RestMailbox.identity(sender, "filling-" + (from + 2 * i)))
                .toList())
        .expect(200);
  }

  private static void use(MailboxFixture fixture, RestMailbox mailbox) {
    TestPrincipal sender = fixture.sender();
    RestMailbox keyed = mailbox.as(sender.client().withKey("key-1"));
    keyed.submit("message-1").expect(201);
    mailbox.as(sender).submitAll(List.of("message-2", "message-3", "message-4"));
    submit(fixture, mailbox, 1_000);
    mailbox.pull("limit=100").expect(200);
    mailbox.pull("limit=10&sender=" + sender.id()).expect(200);
    mailbox.count();
    mailbox.acknowledge(sender.id(), "message-1", "message-2");
    mailbox.discard(sender.id(), "message-3", "OTHER").expect(200);
    mailbox.drain(10).expect(200);
  }

  private static void fillQueues(MailboxFixture fixture) {
    competing = RestQueue.in(fixture, Map.of("maxInFlightMessages", 10_000));
    strict = RestQueue.in(fixture, Map.of("ordering", "STRICT_PER_KEY", "maxAttempts", 1));
    empty = RestQueue.in(fixture, Map.of());
    for (int from = 0; from < FILLING; from += 100) {
      int first = from;
      competing.enqueueAll(IntStream.range(0, 100).mapToObj(i -> "m" + (first + i)).toList());
      List<Map<String, Object>> items = new ArrayList<>();
      for (int i = from; i < from + 100; i++) {
        items.add(
            RestQueue.message("m" + i, Map.of("queue", strict.name(), "orderingKey", "k" + i % 7)));
      }
      strict
          .caller()
          .post("/domains/" + fixture.domain() + "/messages", Map.of("items", items))
          .expect(200);
    }
    List<Given> finished =
        RestQueue.deliveries(competing.receive(Map.of("maxMessages", 100, "leaseSeconds", 300)));
    competing.settle("ack", finished.toArray(Given[]::new));
  }

  /** Sending, receiving, settling; order, a lease that ends, a dead letter. */
  private static void useQueues() {
    competing.as(competing.caller().withKey("key-2")).enqueue("new-1").expect(201);
    competing.enqueueAll(List.of("new-2", "new-3"));
    List<Given> held =
        RestQueue.deliveries(competing.receive(Map.of("maxMessages", 3, "requestId", "r-1")));
    competing.receive(Map.of("maxMessages", 3, "requestId", "r-1")).expect(200);
    competing.settle("ack", held.get(0)).expect(200);
    competing.settle("nack", held.get(1)).expect(200);
    competing.settle("renew", held.get(2)).expect(200);
    strict.enqueueOrdered("new-1", "k1").expect(201);
    competing
        .caller()
        .post(
            "/domains/" + competing.domain() + "/messages",
            Map.of(
                "items",
                List.of(
                    RestQueue.message("both", Map.of("queue", competing.name())),
                    RestQueue.message(
                        "both", Map.of("queue", strict.name(), "orderingKey", "k1")))))
        .expect(200);
    Given head = strict.take();
    strict.settle("ack", head).expect(200);
    strict.settle("nack", strict.take()).expect(200);
    // Several rounds of the timer that looks for those who wait.
    assertThat(RestQueue.deliveries(empty.receive(Map.of("waitSeconds", 5)))).isEmpty();
  }

  private static String text(Path log, long from) throws Exception {
    byte[] all = Files.readAllBytes(log);
    return new String(all, (int) from, all.length - (int) from, StandardCharsets.ISO_8859_1);
  }
}
