package io.restante.test.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Metrics;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.ServerLog;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database that answers but takes no writes, since it is read-only or full: every write is
 * refused, nothing is half-written, reads go on, and writes go on by themselves when it takes them
 * again.
 */
class TroubledDatabaseIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  /** Requests are refused by the thousand meanwhile. */
  private static final int MOST_LINES_IN_TEN_SECONDS = 60;

  private static final String QUOTED = "what-the-database-quotes";

  private static final byte[] BODY = new byte[4_000];

  private static OwnServer own;

  @BeforeAll
  static void start() {
    own =
        OwnServer.builder()
            // One file for all tables, and no more room than that: a full disk without a disk.
            .databaseOption("--innodb-file-per-table=0")
            .databaseOption("--innodb-data-file-path=ibdata1:12M:autoextend:max:40M")
            .start();
  }

  @AfterAll
  static void stop() {
    own.close();
  }

  @Test
  void readOnlyDatabase() throws SQLException {
    long pid = own.node(0).pid();
    MailboxFixture domain = MailboxFixture.newDomain(own.admin(0));
    RestMailbox mailbox = domain.mailbox();
    mailbox.submit("before").expect(201);
    RestMailbox unauthorized = mailbox.as(domain.principal());
    try (Traffic traffic = Traffic.on(own)) {
      traffic.awaitProgress();
      double splits = splits();
      ServerLog log = ServerLog.fromNow(own);

      own.administerDatabase("SET GLOBAL read_only = 1");
      traffic.awaitRefusals();

      JsonNode ready = readiness().expect(503).json();
      assertThat(ready.path("checks").get(0).path("name").asText()).isEqualTo("database");
      assertThat(ready.path("checks").get(0).path("status").asText()).isEqualTo("DOWN");
      assertThat(ready.path("checks").get(0).path("detail").asText()).isEqualTo("read-only");
      Reply refused = own.admin(0).put("/domains/" + MailboxFixture.unique("domain"), Map.of());
      assertUnavailable(refused);
      assertThat(mailbox.pendingIds()).containsExactly("before");
      assertUnavailable(unauthorized.pull(""));
      assertUnavailable(own.admin(0).post("/admin/outbox/1/retry", Map.of()));
      traffic.awaitRefusals();
      assertThat(traffic.observations().counts()).doesNotContainKey("UNKNOWN_OUTCOME");
      assertThat(splits()).as("batches split").isEqualTo(splits);

      own.administerDatabase("SET GLOBAL read_only = 0");
      traffic.awaitProgress();
      assertQuiet(log);
      traffic.finish();
      traffic.assertNothingLost(own);
    } finally {
      own.administerDatabase("SET GLOBAL read_only = 0");
    }
    readiness().expect(200);
    assertThat(own.node(0).pid()).isEqualTo(pid);
  }

  /** One caller: MariaDB 11.4.5 aborts if others take the room that it needs to roll back. */
  @Test
  void fullDatabase() throws SQLException {
    long pid = own.node(0).pid();
    RestMailbox mailbox = MailboxFixture.newDomain(own.admin(0)).mailbox();
    mailbox.submit("before", BODY).expect(201);
    List<String> accepted = new ArrayList<>(List.of("before"));
    ServerLog log = ServerLog.fromNow(own);

    fill();
    String refusedId = submitUntilRefused(mailbox, accepted);
    assertUnavailable(mailbox.submit(refusedId, BODY));

    assertThat(mailbox.pendingIds()).isEqualTo(accepted);
    assertThat(stored(mailbox).assertSound().rows()).hasSameSizeAs(accepted);

    makeRoom();
    await().atMost(LIMIT).until(() -> mailbox.submit(refusedId, BODY).status() == 201);
    accepted.add(refusedId);
    assertThat(mailbox.pendingIds()).isEqualTo(accepted);
    stored(mailbox).assertSound();
    assertQuiet(log);
    assertThat(own.node(0).pid()).isEqualTo(pid);
  }

  /**
   * The text of its refusal may quote what it was given: in a request, in a round of the
   * dispatcher, and in a timer's round, that of the reconciler.
   */
  @Test
  void whatTheDatabaseSaysOfARefusalIsNotLogged() throws SQLException {
    RestMailbox mailbox = MailboxFixture.newDomain(own.admin(0)).mailbox();
    ServerLog log = ServerLog.fromNow(own);
    try (Connection connection = own.openDatabase();
        Statement statement = connection.createStatement()) {
      for (String table : List.of("mailbox", "outbox")) {
        statement.execute(
            """
            CREATE TRIGGER refuse_%1$s BEFORE UPDATE ON %1$s FOR EACH ROW
              SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused ''%2$s'''
            """
                .formatted(table, QUOTED));
      }
      try {
        statement.execute(
            """
            INSERT INTO outbox (event_type, version, subject_type, subject_id, detail, state,
              created_at, available_at, attempts)
              VALUES ('ACKNOWLEDGEMENT', 1, 'mailbox', 1, '{}', 'PENDING', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), 0),
                ('ACKNOWLEDGEMENT', 1, 'mailbox', 1, '{}', 'PUBLISHED', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3), 1)
            """);
        Reply refused =
            own.admin(0)
                .put(
                    "/domains/" + mailbox.domain() + "/mailboxes/" + mailbox.name(),
                    Map.of("maxPendingCount", 7));
        assertThat(refused.status()).as("%s", refused).isEqualTo(500);
        await().atMost(LIMIT).until(() -> saysThatATimerFailed(log));
      } finally {
        statement.execute("DELETE FROM outbox WHERE detail = '{}'");
        statement.execute("DROP TRIGGER IF EXISTS refuse_mailbox");
        statement.execute("DROP TRIGGER IF EXISTS refuse_outbox");
      }
    }
    assertThat(log.lines()).noneMatch(line -> line.contains(QUOTED));
    assertQuiet(log);
  }

  /** The steps of docs/operations.md, with a dump that is a week old. */
  @Test
  void whatWasFinalizedSinceABackupReappearsAfterItsRestoreAndIsFinalizedAgain(
      @TempDir Path directory) throws SQLException {
    Path dump = directory.resolve("restante.sql");
    MailboxFixture domain = MailboxFixture.newDomain(own.admin(0));
    RestMailbox mailbox = domain.mailbox();
    TestPrincipal sender = domain.sender();
    DeduplicatingReceiver receiver = new DeduplicatingReceiver(mailbox.as(domain.receiver()));
    mailbox.as(sender).submitAll(List.of("one", "two", "three", "four", "expires"));
    receiver.read();
    own.database().dumpTo(dump);
    assertThat(receiver.acknowledge("acknowledged", "one", "two").header("Idempotency-Replayed"))
        .isEmpty();
    receiver.discard("three");
    mailbox.as(sender).submitAll(List.of("later"));
    receiver.read();
    assertThat(receiver.processed())
        .containsExactly("one", "two", "three", "four", "expires", "later");
    assertThat(mailbox.pendingIds()).containsExactly("four", "expires", "later");

    own.node(0).stop();
    own.database().restoreFrom(dump);
    try (Connection connection = own.openDatabase();
        Statement statement = connection.createStatement()) {
      statement.execute("UPDATE mailbox SET next_sequence = next_sequence + 1000000");
      statement.execute(
          "UPDATE envelope SET accepted_at = accepted_at - INTERVAL 8 DAY,"
              + " expires_at = expires_at - INTERVAL 8 DAY WHERE message_id = 'expires'");
    }
    own.node(0).start().awaitReady();

    assertThat(mailbox.pendingIds()).containsExactly("one", "two", "three", "four");
    receiver.readFromTheBeginning();
    assertThat(receiver.processed()).as("each once").doesNotHaveDuplicates();
    assertThat(receiver.acknowledge("acknowledged", "one", "two").header("Idempotency-Replayed"))
        .isEmpty();
    receiver.discard("three");
    mailbox.as(sender).submit("later").expect(201);
    mailbox.as(sender).submit("new").expect(201);
    receiver.read();
    assertThat(receiver.processed()).endsWith("later", "new");
    assertThat(mailbox.pendingIds()).containsExactly("four", "later", "new");

    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(stored(mailbox).rows())
                    .extracting(row -> row.identity().messageId())
                    .doesNotContain("expires"));
    JsonNode check = own.admin(0).post("/admin/check", Map.of()).expect(200).json();
    assertThat(check.path("drifted")).isEmpty();
    assertThat(stored(mailbox).assertCountersEqualRows().pendingCount()).isEqualTo(3);
  }

  private static StoredMailbox stored(RestMailbox mailbox) throws SQLException {
    try (Connection connection = own.openDatabase()) {
      return StoredMailbox.read(connection, mailbox.domain(), mailbox.name());
    }
  }

  /** Returns the messageId that was refused. */
  private static String submitUntilRefused(RestMailbox mailbox, List<String> accepted) {
    for (int i = 0; ; i++) {
      String messageId = "message-" + i;
      Reply reply = mailbox.submit(messageId, BODY);
      if (reply.status() != 201) {
        assertUnavailable(reply);
        return messageId;
      }
      accepted.add(messageId);
    }
  }

  /** In rows so small that MariaDB, which rolls the last one back, needs no room for that. */
  private static void fill() throws SQLException {
    try (Connection connection = own.openDatabase();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE filler (body VARBINARY(4000))");
      while (true) {
        statement.execute("INSERT INTO filler VALUES (REPEAT('x', 4000))");
      }
    } catch (SQLException full) {
      assertThat(full.getErrorCode()).isEqualTo(1114);
    }
  }

  /** InnoDB frees the pages of a dropped table soon after. */
  private static void makeRoom() throws SQLException {
    try (Connection connection = own.openDatabase();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE filler");
    }
  }

  private static void assertUnavailable(Reply reply) {
    assertThat(reply.status()).as("%s", reply).isEqualTo(503);
    assertThat(reply.code()).isEqualTo("UNAVAILABLE");
    assertThat(reply.json().path("retryable").asBoolean()).isTrue();
    assertThat(reply.header("Retry-After")).isPresent();
  }

  private static void assertQuiet(ServerLog log) {
    List<String> lines = log.lines();
    long tens = 1 + log.age().toSeconds() / 10;
    assertThat(lines).hasSizeLessThan((int) (MOST_LINES_IN_TEN_SECONDS * tens));
    assertThat(lines).noneMatch(line -> line.startsWith("\tat "));
    assertThat(lines).anyMatch(line -> line.contains("failed: database error"));
  }

  private static boolean saysThatATimerFailed(ServerLog log) {
    return log.lines().stream()
        .anyMatch(line -> line.contains("A timer's round failed: database error"));
  }

  private static double splits() {
    return Metrics.ofPipeline(own.node(0), "mailbox", "splits_total");
  }

  private static Reply readiness() {
    return RestClient.at(own.rootUri(0).resolve("health")).get("/ready");
  }
}
