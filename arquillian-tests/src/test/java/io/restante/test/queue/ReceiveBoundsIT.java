package io.restante.test.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RowsRead;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.RestQueue.Given;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What a receive reads: what it hands out and, up to a bound, what it has to set aside. The counts
 * are the database's own, for everybody: nobody else may read messages meanwhile.
 */
@Isolated
class ReceiveBoundsIT {

  private static final int MANY = 300;

  /** Of expired and of damaged messages, in a transaction. */
  private static final int ASIDE = 256;

  private static MailboxFixture domain;

  private RestQueue queue;
  private long rows;
  private long bodies;

  @BeforeAll
  static void makeDomain() {
    domain = MailboxFixture.newDomain();
  }

  @AfterEach
  void requireRightBooks() throws SQLException {
    try (Connection database = TestServer.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }

  @Test
  void receiveOfOneReadsOneHoweverManyAreReady() {
    queue = RestQueue.in(domain, Map.of());
    fill(MANY);
    begin();

    queue.take();

    requireRead(1, 1);
  }

  @Test
  void receiveOfManyReadsAsMany() {
    queue = RestQueue.in(domain, Map.of());
    fill(MANY);
    begin();

    assertThat(ids(Map.of("maxMessages", 100))).hasSize(100);

    requireRead(100, 100);
  }

  @Test
  void nothingIsReadWhereNoMoreMayBeLeased() {
    queue = RestQueue.in(domain, Map.of("maxInFlightMessages", 1));
    fill(100);
    queue.take();
    begin();

    assertThat(ids(Map.of("maxMessages", 100))).isEmpty();

    requireRead(0, 0);
  }

  @Test
  void nothingIsReadWhereNoMoreBytesMayBeLeased() {
    queue = RestQueue.in(domain, Map.of("payloadLimitBytes", 100, "maxInFlightBytes", 100));
    for (int i = 0; i < 10; i++) {
      queue.enqueue("m" + i, Map.of("payload", "x".repeat(94))).expect(201);
    }
    queue.take();
    assertThat(queue.counter("inFlightBytes")).isEqualTo(100);
    begin();

    assertThat(ids(Map.of("maxMessages", 100))).isEmpty();

    requireRead(0, 0);
  }

  @Test
  void noMoreRowsAreReadThanMayBeLeased() {
    queue = RestQueue.in(domain, Map.of("maxInFlightMessages", 5));
    fill(100);
    begin();

    assertThat(ids(Map.of("maxMessages", 100))).hasSize(5);

    requireRead(5, 5);
  }

  @Test
  void bodiesThatDoNotFitAreNotRead() {
    queue = RestQueue.in(domain, Map.of());
    fill(100);
    begin();

    assertThat(ids(Map.of("maxMessages", 100, "maxBytes", 1))).isEmpty();

    requireRead(100, 0);
  }

  @Test
  void largeBodiesAreReadOfThoseThatAreHandedOut() {
    queue = RestQueue.in(domain, Map.of());
    String payload = "x".repeat(10_000);
    for (int i = 0; i < 20; i++) {
      queue.enqueue("m" + i, Map.of("payload", payload)).expect(201);
    }
    begin();

    assertThat(ids(Map.of("maxMessages", 20, "maxBytes", 45_000)))
        .containsExactly("m0", "m1", "m2", "m3");

    requireRead(20, 4);
  }

  /** The queue is held until all of them wait: so they are decided in two transactions. */
  @Test
  void receivesThatFindNoRoomInMemoryAreServedByTheNextTransaction() throws Exception {
    queue = RestQueue.in(domain, Map.of("payloadLimitBytes", 1 << 20));
    String payload = "x".repeat(1_000_000);
    for (int i = 0; i < 25; i++) {
      queue.enqueue("m" + i, Map.of("payload", payload)).expect(201);
    }
    List<CompletableFuture<Reply>> receives = new ArrayList<>();
    try (HeldQueue held = new HeldQueue(queue)) {
      // The first takes its place before the others come.
      receives.add(receive(1));
      held.awaitWaiting(1);
      for (int i = 0; i < 3; i++) {
        receives.add(receive(8));
      }
      await().during(Duration.ofMillis(500)).until(() -> true);
    }

    List<String> given = new ArrayList<>();
    for (CompletableFuture<Reply> receive : receives) {
      List<Given> page = RestQueue.deliveries(receive.get(60, TimeUnit.SECONDS));
      assertThat(page).isNotEmpty();
      page.forEach(delivery -> given.add(delivery.messageId()));
    }
    assertThat(given).hasSize(25).doesNotHaveDuplicates();
  }

  /** Behind the timer's back: it would be faster. */
  @Test
  void whatHasExpiredIsSetAsideUpToABound() throws SQLException {
    queue = RestQueue.in(domain, Map.of());
    fill(MANY);
    execute(
        "UPDATE queue_message SET expires_at = '2000-01-01', due_at = NULL WHERE queue_id = (%s)");
    queue.enqueue("live").expect(201);
    begin();

    assertThat(ids(Map.of())).isEmpty();
    requireRowsRead(ASIDE);
    assertThat(count("state = 6")).isEqualTo(ASIDE);

    assertThat(ids(Map.of())).containsExactly("live");
    assertThat(count("state = 6")).isEqualTo(MANY);
  }

  @Test
  void whatIsDamagedIsSetAsideUpToABound() throws SQLException {
    queue = RestQueue.in(domain, Map.of());
    fill(MANY);
    execute("DELETE FROM queue_body WHERE queue_id = (%s)");
    queue.enqueue("good").expect(201);
    begin();

    assertThat(ids(Map.of())).isEmpty();
    requireRead(ASIDE, 0);
    assertThat(count("state = 4")).isEqualTo(ASIDE);

    assertThat(ids(Map.of())).containsExactly("good");
    assertThat(count("state = 4")).isEqualTo(MANY);
    repair();
  }

  @Test
  void receiveThatWaitsGoesOnBehindWhatIsDamaged() throws SQLException {
    queue = RestQueue.in(domain, Map.of());
    fill(MANY);
    execute("DELETE FROM queue_body WHERE queue_id = (%s)");
    queue.enqueue("good").expect(201);

    assertThat(ids(Map.of("waitSeconds", 25))).containsExactly("good");

    repair();
  }

  private void fill(int messages) {
    queue.enqueueAll(IntStream.range(0, messages).mapToObj(i -> "m" + i).toList());
  }

  private List<String> ids(Map<String, ?> request) {
    return RestQueue.deliveries(queue.receive(request)).stream().map(Given::messageId).toList();
  }

  private void begin() {
    rows = RowsRead.byIndex("queue_message_deliverable");
    bodies = RowsRead.ofTable("queue_body");
  }

  private void requireRowsRead(long expected) {
    assertThat(RowsRead.byIndex("queue_message_deliverable") - rows).as("rows").isEqualTo(expected);
  }

  private void requireRead(long expectedRows, long expectedBodies) {
    requireRowsRead(expectedRows);
    assertThat(RowsRead.ofTable("queue_body") - bodies).as("bodies").isEqualTo(expectedBodies);
  }

  /** Bodies again, which open for nobody: then the books are right. */
  private void repair() throws SQLException {
    execute(
        "INSERT IGNORE INTO queue_body (queue_id, sequence, sealing_key, body)"
            + " SELECT m.queue_id, m.sequence, (SELECT MAX(b.sealing_key) FROM queue_body b), ''"
            + " FROM queue_message m"
            + " WHERE m.state = 4 AND m.queue_id = (%s)");
  }

  private CompletableFuture<Reply> receive(int messages) {
    return queue.receiveAsync(Map.of("maxMessages", messages, "maxBytes", 16 << 20));
  }

  private long count(String condition) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement =
            database.prepareStatement(
                ofQueue(
                    "SELECT COUNT(*) FROM queue_message m WHERE m."
                        + condition
                        + " AND m.queue_id = (%s)"));
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(ofQueue(sql))) {
      assertThat(statement.executeUpdate()).isPositive();
    }
  }

  /** The statement with the queue's id where it says so. */
  private String ofQueue(String sql) {
    return sql.formatted(
        "SELECT q.id FROM queue q JOIN domain d ON d.id = q.domain_id WHERE d.name = '"
            + queue.domain()
            + "' AND q.name = '"
            + queue.name()
            + "'");
  }
}
