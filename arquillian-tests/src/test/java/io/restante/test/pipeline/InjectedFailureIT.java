package io.restante.test.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.durability.StoredMailbox;
import io.restante.test.harness.Faults;
import io.restante.test.harness.Faults.DbError;
import io.restante.test.harness.Faults.Place;
import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A batch in which something fails, at each of its statements and at its commit: every request gets
 * the answer that it would have got alone, once, and a retry gets the same.
 */
class InjectedFailureIT {

  private static final int ALWAYS = 1_000;
  private static final List<String> STATEMENTS =
      List.of(
          "from idempotency_record",
          "mailbox m FORCE INDEX (PRIMARY) ON m.id = k.id FOR UPDATE",
          "STRAIGHT_JOIN envelope e FORCE INDEX (envelope_identity)",
          "STRAIGHT_JOIN tombstone",
          "STRAIGHT_JOIN domain",
          "INSERT INTO envelope",
          "INSERT INTO tombstone",
          "DELETE e FROM",
          "SET m.next_sequence",
          "INSERT INTO idempotency_record",
          "insert into audit_record");

  private static Faults faults;
  private static OwnServer own;
  private static Management management;

  private final MailboxFixture fixture = MailboxFixture.newDomain(own.admin(0));
  private final RestMailbox mailbox = fixture.mailbox();

  @BeforeAll
  static void startServer() {
    faults = new Faults("io.restante.mailbox.MailboxTransaction");
    OwnServer.Builder builder = OwnServer.builder();
    faults.environment().forEach(builder::environment);
    own = builder.start();
    management = own.management(0);
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
                    Arguments.of(statement, DbError.RECORD_CHANGED, 2),
                    Arguments.of(statement, DbError.OTHER, 1),
                    Arguments.of(statement, DbError.OTHER, ALWAYS)));
  }

  @ParameterizedTest
  @MethodSource("statementsAndErrors")
  void failureAtAStatementHarmsNobody(String statement, DbError error, int times) throws Exception {
    MixedBatch batch = MixedBatch.prepare(fixture, mailbox);
    faults.inject(statement, error, times);
    List<Reply> replies = Gathering.at(own, mailbox).send(batch.requests());

    assertThat(faults.met(management)).as("failures at " + statement).isTrue();
    batch.requireOutcomes(replies);
    batch.requireReplays(replies);
    batch.requireStored(stored());
  }

  @Test
  void deadlockThatLastsIsSurvivedBySplitting() throws Exception {
    MixedBatch batch = MixedBatch.prepare(fixture, mailbox);
    faults.inject("INSERT INTO envelope", DbError.DEADLOCK, ALWAYS);
    List<Reply> replies = Gathering.at(own, mailbox).send(batch.requests());

    assertThat(faults.met(management)).isTrue();
    batch.requireOutcomes(replies);
    batch.requireStored(stored());
  }

  @Test
  void commitThatMetADeadlockIsRepeated() throws Exception {
    MixedBatch batch = MixedBatch.prepare(fixture, mailbox);
    faults.inject(Place.BEFORE_COMMIT, "", DbError.DEADLOCK, 1);
    List<Reply> replies = Gathering.at(own, mailbox).send(batch.requests());

    assertThat(faults.met(management)).isTrue();
    batch.requireOutcomes(replies);
    batch.requireReplays(replies);
    batch.requireStored(stored());
  }

  @ParameterizedTest
  @MethodSource("statements")
  void connectionLostAtAStatementRefusesTheBatchAndChangesNothing(String statement)
      throws Exception {
    MixedBatch batch = MixedBatch.prepare(fixture, mailbox);
    StoredMailbox before = stored();
    faults.inject(statement, DbError.CONNECTION_LOST, 1);
    List<Reply> replies = Gathering.at(own, mailbox).send(batch.requests());

    assertThat(faults.met(management)).as("failures at " + statement).isTrue();
    assertThat(replies).allSatisfy(reply -> assertThat(reply.code()).isEqualTo("UNAVAILABLE"));
    assertThat(stored()).isEqualTo(before);
    batch.requireOutcomes(batch.repeat());
    batch.requireStored(stored());
  }

  static Stream<String> statements() {
    return STATEMENTS.stream();
  }

  /** Nobody knows at first; a retry with the same key or identity finds out. */
  @ParameterizedTest
  @MethodSource("commitPlaces")
  void outcomeOfACommitOnALostConnectionIsLearnedByRepeating(Place place) throws Exception {
    MixedBatch batch = MixedBatch.prepare(fixture, mailbox);
    faults.inject(place, "", DbError.CONNECTION_LOST, 1);
    List<Reply> replies = Gathering.at(own, mailbox).send(batch.requests());

    assertThat(faults.met(management)).isTrue();
    assertThat(replies).allSatisfy(reply -> assertThat(reply.code()).isEqualTo("UNKNOWN_OUTCOME"));
    batch.requireOutcomes(batch.repeat());
    batch.requireStored(stored());
  }

  static Stream<Place> commitPlaces() {
    return Stream.of(Place.BEFORE_COMMIT, Place.AFTER_COMMIT);
  }

  /** The database refuses one envelope of the batch, whenever it is tried. */
  @Test
  void constraintThatOneRequestViolatesHarmsNoNeighbour() throws Exception {
    MixedBatch batch = MixedBatch.prepare(fixture, mailbox);
    StoredMailbox before = stored();
    execute(
        "CREATE TRIGGER refuse_one BEFORE INSERT ON envelope FOR EACH ROW"
            + " IF NEW.message_id = '%s' THEN SIGNAL SQLSTATE '45000'; END IF"
                .formatted(batch.firstNew()));
    List<Reply> replies;
    try {
      replies = Gathering.at(own, mailbox).send(batch.requests());
    } finally {
      execute("DROP TRIGGER refuse_one");
    }

    assertThat(replies.get(0).code()).isEqualTo("INTERNAL");
    assertThat(stored().nextSequence()).isEqualTo(before.nextSequence() + batch.countNew() - 1);
    batch.requireOutcomes(batch.repeat());
    batch.requireStored(stored());
  }

  /** A kept answer that was sealed and does not open any more. */
  @Test
  void damagedRowThatOneRequestNeedsHarmsNoNeighbour() throws Exception {
    RestClient keyed = mailbox.caller().withKey(MailboxFixture.unique("key"));
    String drain = mailbox.path() + "/drain?limit=1";
    mailbox.submit("drained").expect(201);
    keyed.send("POST", drain, null).expect(200);
    execute("UPDATE idempotency_record SET response = REVERSE(response) WHERE sealed = 1");
    MixedBatch batch = MixedBatch.prepare(fixture, mailbox);
    batch.expectCommitted(own.admin(0).get("/whoami").text("principalId"), "drained");
    List<Supplier<CompletableFuture<Reply>>> requests = new ArrayList<>(batch.requests());
    requests.add(() -> keyed.sendAsync("POST", drain, null));
    List<Reply> replies = Gathering.at(own, mailbox).send(requests);

    assertThat(replies.get(requests.size() - 1).code()).isEqualTo("STORAGE_DAMAGED");
    batch.requireOutcomes(replies);
    batch.requireStored(stored());
  }

  private StoredMailbox stored() throws SQLException {
    try (Connection connection = own.openDatabase()) {
      return StoredMailbox.read(connection, mailbox.domain(), mailbox.name());
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = own.openDatabase();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
