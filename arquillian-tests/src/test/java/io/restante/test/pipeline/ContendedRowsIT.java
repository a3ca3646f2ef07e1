package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.queue.RestQueue;
import io.restante.test.request.Rows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * An application's transaction holds the row of a queue or a mailbox, here a connection of the
 * test's: only who needs that row waits.
 */
class ContendedRowsIT {
  private static final int OTHERS = 10;
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String QUEUE =
      "SELECT c.queue_id FROM queue_counter c JOIN queue q ON q.id = c.queue_id"
          + " JOIN domain d ON d.id = q.domain_id WHERE d.name = ? AND q.name = ? FOR UPDATE";
  private static final String MAILBOX =
      "SELECT m.id FROM mailbox m JOIN domain d ON d.id = m.domain_id"
          + " WHERE d.name = ? AND m.name = ? FOR UPDATE";

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private Connection holder;

  @BeforeEach
  void openConnection() throws SQLException {
    holder = TestServer.openDatabase();
    holder.setAutoCommit(false);
  }

  @AfterEach
  void closeConnection() throws SQLException {
    holder.close();
  }

  @Test
  void queueThatIsHeldHoldsUpNoOtherQueue() throws SQLException {
    RestQueue held = RestQueue.in(fixture, Map.of());
    List<RestQueue> others = others(() -> RestQueue.in(fixture, Map.of()));
    hold(QUEUE, held.name());
    List<CompletableFuture<Reply>> waiting = List.of(send(held, "first"), send(held, "second"));
    awaitSomebodyWaiting();

    for (RestQueue other : others) {
      other.enqueue("message").expect(201);
      assertThat(other.result("ack", other.take())).isEqualTo("ACKED");
    }

    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    holder.rollback();
    waiting.forEach(answer -> answer.join().expect(201));
    assertThat(held.counter("storedMessages")).isEqualTo(2);
  }

  @Test
  void queueThatIsHeldHoldsUpNoTimer() throws SQLException {
    RestQueue held = RestQueue.in(fixture, Map.of());
    RestQueue other = RestQueue.in(fixture, Map.of());
    hold(QUEUE, held.name());
    CompletableFuture<Reply> waiting = send(held, "first");
    awaitSomebodyWaiting();
    other
        .enqueue("later", Map.of("notBefore", Instant.now().plusSeconds(1).toString()))
        .expect(201);

    Awaitility.await().atMost(LIMIT).until(() -> other.state("later").equals("READY"));

    assertThat(waiting).isNotDone();
    holder.rollback();
    waiting.join().expect(201);
  }

  @Test
  void mailboxThatIsHeldHoldsUpNoOtherMailbox() throws SQLException {
    RestMailbox held = fixture.mailbox();
    List<RestMailbox> others = others(fixture::mailbox);
    hold(MAILBOX, held.name());
    CompletableFuture<Reply> waiting =
        held.caller()
            .sendAsync(
                "POST", held.path() + "/envelopes", Map.of("messageId", "first", "body", ""));
    awaitSomebodyWaiting();

    others.forEach(other -> other.submit("message").expect(201));

    assertThat(waiting).isNotDone();
    holder.rollback();
    waiting.join().expect(201);
    assertThat(held.pendingIds()).containsExactly("first");
  }

  @Test
  void batchThatNeedsAHeldQueueStoresAllOfItLater() throws SQLException {
    RestQueue held = RestQueue.in(fixture, Map.of());
    RestQueue other = RestQueue.in(fixture, Map.of());
    hold(QUEUE, held.name());
    CompletableFuture<Reply> both =
        held.caller()
            .sendAsync(
                "POST",
                "/domains/" + held.domain() + "/messages",
                Map.of(
                    "items",
                    List.of(
                        RestQueue.message("one", Map.of("queue", held.name())),
                        RestQueue.message("one", Map.of("queue", other.name())))));
    awaitSomebodyWaiting();
    assertThat(both).isNotDone();
    holder.rollback();

    both.join().expect(200);
    assertThat(held.state("one")).isEqualTo("READY");
    assertThat(other.state("one")).isEqualTo("READY");
  }

  /** Deleted by whoever held it: then it does not exist, and that is the answer. */
  @Test
  void queueThatIsDeletedMeanwhileIsNotFound() throws SQLException {
    RestQueue held = RestQueue.in(fixture, Map.of());
    hold(QUEUE, held.name());
    CompletableFuture<Reply> waiting = send(held, "first");
    awaitSomebodyWaiting();
    for (String table : List.of("queue_counter", "queue")) {
      try (PreparedStatement delete =
          holder.prepareStatement(
              "DELETE t FROM "
                  + table
                  + " t JOIN (SELECT q.id FROM queue q WHERE q.name = ?) k ON k.id = t."
                  + (table.equals("queue") ? "id" : "queue_id"))) {
        delete.setString(1, held.name());
        delete.executeUpdate();
      }
    }
    holder.commit();

    waiting.join().expect(404);
  }

  private static <T> List<T> others(Supplier<T> maker) {
    return Stream.generate(maker).limit(OTHERS).toList();
  }

  private static CompletableFuture<Reply> send(RestQueue queue, String id) {
    return queue
        .caller()
        .sendAsync("POST", queue.path() + "/messages", RestQueue.message(id, Map.of()));
  }

  private void hold(String statement, String name) throws SQLException {
    try (PreparedStatement lock = holder.prepareStatement(statement)) {
      lock.setString(1, fixture.domain());
      lock.setString(2, name);
      assertThat(lock.executeQuery().next()).isTrue();
    }
  }

  private static void awaitSomebodyWaiting() {
    Awaitility.await()
        .atMost(LIMIT)
        .until(
            () ->
                Rows.count(
                        "SELECT count(*) FROM information_schema.processlist"
                            + " WHERE info LIKE 'SELECT%STRAIGHT_JOIN%FOR UPDATE'")
                    > 0);
  }
}
