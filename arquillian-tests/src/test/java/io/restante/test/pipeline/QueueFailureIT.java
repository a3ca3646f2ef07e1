package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Faults;
import io.restante.test.harness.Faults.DbError;
import io.restante.test.harness.Faults.Place;
import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.queue.QueueBooks;
import io.restante.test.queue.RestQueue;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A batch on a queue in which something fails, at each of its statements and at its commit: every
 * request gets the answer that it would have got alone, once, and the books are right.
 */
class QueueFailureIT {

  private static final int ALWAYS = 1_000;
  private static final List<String> STATEMENTS =
      List.of(
          "STRAIGHT_JOIN queue q FORCE INDEX (PRIMARY)",
          "FORCE INDEX (queue_message_id)",
          "STRAIGHT_JOIN queue_receipt",
          "FORCE INDEX (queue_message_deliverable)",
          "INSERT INTO queue_message",
          "INSERT INTO queue_body",
          "SET m.state = k.state",
          "DELETE b FROM",
          "SET c.stored_messages",
          "INSERT INTO queue_receipt",
          "INSERT INTO idempotency_record");

  private static Faults faults;
  private static OwnServer own;
  private static Management management;
  private static MailboxFixture domain;

  private final RestQueue queue =
      RestQueue.in(
          domain,
          Map.of(
              "retryBaseMillis", 3_600_000, "retryMaxMillis", 3_600_000, "maxLeaseSeconds", 3_600));

  @BeforeAll
  static void startServer() {
    faults = new Faults("io.restante.queue.QueueTransaction");
    OwnServer.Builder builder = OwnServer.builder();
    faults.environment().forEach(builder::environment);
    own = builder.start();
    management = own.management(0);
    domain = MailboxFixture.newDomain(own.admin(0));
  }

  @AfterAll
  static void stopServer() {
    management.close();
    own.close();
  }

  static Stream<Arguments> statementsAndErrors() {
    return STATEMENTS.stream()
        .flatMap(
            statement ->
                Stream.of(
                    Arguments.of(statement, DbError.DEADLOCK, 1),
                    Arguments.of(statement, DbError.OTHER, ALWAYS)));
  }

  @ParameterizedTest
  @MethodSource("statementsAndErrors")
  void failureAtAStatementHarmsNobody(String statement, DbError error, int times) throws Exception {
    QueueBatch batch = QueueBatch.prepare(queue);
    faults.inject(statement, error, times);
    List<Reply> replies = Gathering.at(own, queue).send(batch.requests());

    assertThat(faults.met(management)).as("failures at " + statement).isTrue();
    batch.requireOutcomes(replies);
    batch.requireReplays(replies);
    requireRightBooks();
  }

  @ParameterizedTest
  @MethodSource("statements")
  void connectionLostAtAStatementRefusesTheBatchAndChangesNothing(String statement)
      throws Exception {
    QueueBatch batch = QueueBatch.prepare(queue);
    faults.inject(statement, DbError.CONNECTION_LOST, 1);
    List<Reply> replies = Gathering.at(own, queue).send(batch.requests());

    assertThat(faults.met(management)).as("failures at " + statement).isTrue();
    assertThat(replies).allSatisfy(reply -> assertThat(reply.code()).isEqualTo("UNAVAILABLE"));
    batch.requireUntouched();
    requireRightBooks();
    batch.requireOutcomes(batch.repeat());
    requireRightBooks();
  }

  static Stream<String> statements() {
    return Stream.of("FORCE INDEX (queue_message_id)", "INSERT INTO queue_body", "SET c.stored");
  }

  @Test
  void commitThatMetADeadlockIsRepeated() throws Exception {
    QueueBatch batch = QueueBatch.prepare(queue);
    faults.inject(Place.BEFORE_COMMIT, "", DbError.DEADLOCK, 1);
    List<Reply> replies = Gathering.at(own, queue).send(batch.requests());

    assertThat(faults.met(management)).isTrue();
    batch.requireOutcomes(replies);
    batch.requireReplays(replies);
    requireRightBooks();
  }

  /** Nobody knows at first; the same request, with its key or id, finds out. */
  @Test
  void connectionLostAfterTheCommitIsFoundOutByARetry() throws Exception {
    QueueBatch batch = QueueBatch.prepare(queue);
    faults.inject(Place.AFTER_COMMIT, "", DbError.CONNECTION_LOST, 1);
    List<Reply> replies = Gathering.at(own, queue).send(batch.requests());

    assertThat(faults.met(management)).isTrue();
    assertThat(replies).allSatisfy(reply -> assertThat(reply.code()).isEqualTo("UNKNOWN_OUTCOME"));
    batch.requireOutcomes(batch.repeat());
    requireRightBooks();
  }

  private void requireRightBooks() throws SQLException {
    try (Connection database = own.openDatabase()) {
      new QueueBooks(database, queue).requireRight();
    }
  }
}
