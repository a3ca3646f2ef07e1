package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A first request that does not end, as when its node hangs before the commit: the test holds the
 * key's record in a transaction of its own.
 */
class InProgressIT {

  private static final Map<String, String> ENVELOPE = Map.of("messageId", "m", "body", "");

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();
  private final RestClient caller = fixture.admin().withKey("busy");
  private final String submits = mailbox.path() + "/envelopes";
  private Connection first;

  @BeforeEach
  void openConnection() throws SQLException {
    first = TestServer.openDatabase();
    first.setAutoCommit(false);
  }

  @AfterEach
  void closeConnection() throws SQLException {
    first.rollback();
    first.close();
  }

  @Test
  void secondRequestIsToldAfterAWhileAndMaySucceedLater() throws SQLException {
    holdRecordOf(() -> caller.post(submits, ENVELOPE).expect(201));
    mailbox.drain(1).expect(200);
    mailbox.submit("before").expect(201);
    Map<String, Object> before = Rows.mailbox(mailbox.domain(), mailbox.name());

    Reply second = caller.post(submits, Map.of("messageId", "n", "body", ""));

    Refusals.require(second, 409, "IDEMPOTENCY_IN_PROGRESS");
    assertThat(second.json().path("retryable").asBoolean()).isTrue();
    assertThat(second.header("Retry-After")).isPresent();
    assertThat(Rows.mailbox(mailbox.domain(), mailbox.name())).isEqualTo(before);
    assertThat(mailbox.pendingIds()).containsExactly("before");

    first.rollback();
    Replays.requireFirst(caller.post(submits, Map.of("messageId", "n", "body", "")).expect(201));
  }

  @Test
  void secondRequestGetsTheAnswerOfTheFirstWhenThatEnds() throws SQLException {
    Reply answer = holdRecordOf(() -> caller.post(submits, ENVELOPE).expect(201));

    CompletableFuture<Reply> second = caller.sendAsync("POST", submits, ENVELOPE);
    awaitSomebodyWaiting();
    first.commit();

    Replays.requireReplay(second.join(), answer);
    assertThat(mailbox.count()).isEqualTo(1);
  }

  @Test
  void othersAreServedMeanwhile() throws SQLException {
    holdRecordOf(() -> caller.post(submits, ENVELOPE).expect(201));
    CompletableFuture<Reply> second = caller.sendAsync("POST", submits, ENVELOPE);
    awaitSomebodyWaiting();

    List<CompletableFuture<Reply>> others =
        List.of("a", "b", "c").stream()
            .map(
                id ->
                    fixture.admin().sendAsync("POST", submits, Map.of("messageId", id, "body", "")))
            .toList();

    assertThat(others.stream().map(CompletableFuture::join).map(Reply::status)).containsOnly(201);
    Refusals.require(second.join(), 409, "IDEMPOTENCY_IN_PROGRESS");
  }

  @Test
  void actOfAnAdministratorWaitsLikewise() throws SQLException {
    String path = "/domains/" + MailboxFixture.unique("busy");
    holdRecordOf(() -> caller.put(path, "{}").expect(201));

    Refusals.require(caller.put(path, "{}"), 409, "IDEMPOTENCY_IN_PROGRESS");

    first.rollback();
    Replays.requireFirst(caller.put(path, "{}").expect(200));
  }

  /** Makes the request, takes its record away and inserts it again without a commit. */
  private Reply holdRecordOf(Supplier<Reply> request) throws SQLException {
    List<byte[]> before = hashes();
    Reply reply = request.get();
    byte[] hash =
        hashes().stream()
            .filter(candidate -> before.stream().noneMatch(b -> Arrays.equals(b, candidate)))
            .findFirst()
            .orElseThrow();
    execute(
        "CREATE TEMPORARY TABLE held AS SELECT * FROM idempotency_record WHERE key_hash = ?", hash);
    execute("DELETE FROM idempotency_record WHERE key_hash = ?", hash);
    first.commit();
    execute("INSERT INTO idempotency_record SELECT * FROM held WHERE key_hash = ?", hash);
    return reply;
  }

  private static List<byte[]> hashes() {
    return Rows.select("SELECT key_hash FROM idempotency_record").stream()
        .map(row -> (byte[]) row.get("key_hash"))
        .toList();
  }

  private void execute(String sql, byte[] hash) throws SQLException {
    try (PreparedStatement statement = first.prepareStatement(sql)) {
      statement.setBytes(1, hash);
      statement.executeUpdate();
    }
  }

  /** Until the server's insert waits for the one of this test. */
  private static void awaitSomebodyWaiting() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                Rows.count(
                        "SELECT count(*) FROM information_schema.processlist"
                            + " WHERE info LIKE 'insert into idempotency_record%'")
                    > 0);
  }
}
