package io.restante.test.sealing;

import static io.restante.test.harness.Management.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.restante.test.harness.Management;
import io.restante.test.harness.OwnServer;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.queue.RestQueue;
import io.restante.test.request.Refusals;
import io.restante.test.start.Timers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * New keys for sealing and hashing, node by node, as the operations guide says: the steps of one
 * rotation, in their order. With {@code -Psoak}, a node is killed in each piece of the re-sealing.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KeyRotationIT {

  private static final int ENVELOPES = 250;
  private static final int PIECE = 100;
  private static final List<Integer> KILLS =
      Integer.getInteger("restante.test.kills", 0) >= 200 ? List.of(50, 150, 240) : List.of(150);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private static Path directory;

  private static OwnServer own;
  private static KeyCommand command;
  private static RestMailbox mailbox;
  private static RestMailbox drained;
  private static RestQueue queue;
  private static long oldKey;
  private static long newKey;
  private static long oldHashKey;
  private static String oldCursor;
  private static Reply drain;
  private static Connection holder;

  @BeforeAll
  static void startTwoNodes() throws Exception {
    own = OwnServer.builder().nodes(2).start();
    command = new KeyCommand(directory.resolve("ear"), own.keyFile());
    MailboxFixture fixture = MailboxFixture.newDomain(own.admin(0));
    mailbox = fixture.mailbox(Map.of("retention", "UNTIL_FINALIZED"));
    drained = fixture.mailbox();
    submit(IntStream.range(0, ENVELOPES).mapToObj(i -> "m" + i).toList());
    queue = RestQueue.in(fixture, Map.of());
    queue.enqueueAll(IntStream.range(0, ENVELOPES).mapToObj(i -> "q" + i).toList());
    drained.submit("drained").expect(201);
    drain = keyed(0, "drain").drain(1).expect(200);
    oldCursor = mailbox.pull("limit=10").expect(200).text("nextCursor");
    holder = own.openDatabase();
  }

  @AfterAll
  static void stop() throws SQLException {
    holder.close();
    own.close();
  }

  @Test
  @Order(1)
  void keyThatWasAddedOpensButDoesNotSeal() throws Exception {
    oldKey = command.run("sealing", "list").get(0);
    oldHashKey = command.run("hashing", "list").get(0);
    newKey = command.run("sealing", "add", "sealing").get(1);
    command.run("hashing", "add", "hashing");
    deployAgain(1);

    mailbox.as(own.admin(1)).submit("with-both-keys").expect(201);

    assertThat(keyOf("with-both-keys")).isEqualTo(oldKey);
    assertThat(use(1, oldKey).path("role").asText()).isEqualTo("PRIMARY");
    assertThat(use(1, newKey).path("role").asText()).isEqualTo("LATER");
    assertThat(use(1, oldKey).path("envelopes").asInt()).isEqualTo(ENVELOPES + 1);
    assertThat(use(1, oldKey).path("keptAnswers").asInt()).isEqualTo(1);
    assertThat(use(1, oldKey).path("messages").asInt()).isEqualTo(ENVELOPES);
  }

  @Test
  @Order(2)
  void nodesWithDifferentPrimaryKeysUnderstandEachOther() throws Exception {
    holdAt(KILLS.get(0));
    command.run("sealing", "primary", "sealing", Long.toString(newKey));
    long newHashKey = command.run("hashing", "list").get(1);
    command.run("hashing", "primary", "hashing", Long.toString(newHashKey));
    deployAgain(0);

    for (int node = 0; node < 2; node++) {
      RestMailbox here = mailbox.as(own.admin(node));
      here.submit("from-" + node).expect(201);
      assertThat(keyOf("from-" + node)).isEqualTo(node == 0 ? newKey : oldKey);
      assertThat(here.pull("limit=5&cursor=" + oldCursor).expect(200).json().path("envelopes"))
          .hasSize(5);
      Reply replayed = keyed(node, "drain").drain(1).expect(200);
      assertThat(replayed.header("Idempotency-Replayed")).hasValue("true");
      assertThat(replayed.text()).isEqualTo(drain.text());
    }
    String newCursor = mailbox.pull("limit=10").expect(200).text("nextCursor");
    mailbox.as(own.admin(1)).pull("cursor=" + newCursor).expect(200);
    for (int node = 0; node < 2; node++) {
      drained.submit("again-" + node).expect(201);
      Reply first = keyed(node, "key-" + node).drain(1).expect(200);
      Reply second = keyed(1 - node, "key-" + node).drain(1).expect(200);
      assertThat(second.header("Idempotency-Replayed")).hasValue("true");
      assertThat(second.text()).isEqualTo(first.text());
    }
    assertOpens(1);
  }

  @Test
  @Order(3)
  void resealingGoesOnAfterTheNodeWasKilledInAnyPiece() throws Exception {
    for (int i = 0; i < KILLS.size(); i++) {
      int place = KILLS.get(i);
      CompletableFuture<Void> round = CompletableFuture.runAsync(() -> reseal(0));
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  number(
                          "SELECT COUNT(*) FROM information_schema.processlist"
                              + " WHERE state = 'User lock'")
                      == 1);
      assertThat(mailbox.as(own.admin(1)).pull("after=20&limit=5").expect(200).json()).isNotEmpty();

      own.node(0).kill();

      letGo();
      assertThat(round.handle((done, failure) -> true)).succeedsWithin(Duration.ofSeconds(60));
      assertThat(number("SELECT COUNT(*) FROM envelope WHERE sealing_key = " + newKey))
          .as("whole pieces, and the envelope of the other test")
          .isEqualTo((place - 1) / PIECE * PIECE + 1);
      assertOpens(1);
      if (i + 1 < KILLS.size()) {
        holdAt(KILLS.get(i + 1));
      }
      own.node(0).start().awaitReady();
    }
    reseal(0);
    assertThat(state(0).path("left").asInt()).isZero();

    reseal(1);

    assertThat(state(0).path("left").asInt())
        .as("a node whose primary key is the old one takes nothing back")
        .isZero();
    assertThat(number("SELECT COUNT(*) FROM envelope WHERE sealing_key <> " + newKey)).isZero();
    assertThat(number("SELECT COUNT(*) FROM queue_body WHERE sealing_key <> " + newKey)).isZero();
    assertThat(RestQueue.deliveries(queue.as(own.admin(1)).receive(Map.of("maxMessages", 100))))
        .hasSize(100)
        .allSatisfy(
            given -> assertThat(given.payload().path("of").asText()).isEqualTo(given.messageId()));
    assertOpens(0);
    assertOpens(1);
  }

  @Test
  @Order(4)
  void keyIsNeededUntilNoRowNamesIt() throws Exception {
    deployAgain(1);
    assertThat(use(1, oldKey).path("role").asText()).isEqualTo("EARLIER");
    assertThat(use(1, oldKey).path("envelopes").asInt()).isZero();
    assertThat(use(1, oldKey).path("keptAnswers").asInt()).isPositive();
    assertThat(use(1, oldKey).path("mayBeRetired").asBoolean()).isFalse();
    command.run("sealing", "remove", "sealing", Long.toString(oldKey));
    Path log = own.node(1).serverLog();
    long from = Files.size(log);

    try (Management management = own.management(1)) {
      management.execute(operation("undeploy", "deployment", "restante.ear"));
      assertThat(
              management
                  .answer(operation("deploy", "deployment", "restante.ear"))
                  .get("outcome")
                  .asString())
          .isEqualTo("failed");
      assertThat(Files.readString(log).substring((int) from))
          .contains("Setting restante.keys.file is")
          .contains("a file without the sealing keys [" + oldKey + "]")
          .contains("\"A key is missing\" in the operations guide");

      execute("DELETE FROM idempotency_record WHERE sealing_key = " + oldKey);
      assertThat(use(0, oldKey).path("mayBeRetired").asBoolean()).isTrue();
      management.execute(operation("deploy", "deployment", "restante.ear"));
    }
  }

  @Test
  @Order(5)
  void afterTheRemovalOldCursorsAreInvalidAndBodiesOpen() throws Exception {
    Refusals.require(mailbox.as(own.admin(1)).pull("cursor=" + oldCursor), 400, "CURSOR_INVALID");
    mailbox.as(own.admin(0)).pull("cursor=" + oldCursor).expect(200);
    assertOpens(1);
    assertThat(state(1).path("keys").findValuesAsText("key"))
        .containsExactly(Long.toString(newKey));

    command.run("hashing", "remove", "hashing", Long.toString(oldHashKey));
    deployAgain(1);

    Reply replayed = keyed(1, "key-0").drain(1).expect(200);
    assertThat(replayed.header("Idempotency-Replayed"))
        .as("an answer that was kept while both hashing keys were there")
        .hasValue("true");
  }

  @Test
  @Order(6)
  void wrongKeyOfTheRightIdOpensNothingUntilTheRightOneIsBack() throws Exception {
    Path backup =
        Files.copy(own.keyFile(), directory.resolve("backup"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(own.keyFile(), JSON.writeValueAsString(withAnotherKey(backup)));
    deployAgain(1);
    RestMailbox here = mailbox.as(own.admin(1));

    Refusals.require(here.pull("limit=2"), 500, "STORAGE_DAMAGED");
    assertThat(here.count()).isEqualTo(ENVELOPES + 3);
    here.quarantine(1).expect(200);
    Refusals.require(here.release(1), 500, "STORAGE_DAMAGED");
    assertThat(use(1, newKey).path("quarantined").asInt()).isEqualTo(1);

    Files.copy(backup, own.keyFile(), StandardCopyOption.REPLACE_EXISTING);
    deployAgain(1);

    here.release(1).expect(204);
    assertOpens(1);
  }

  private static void submit(List<String> ids) {
    for (int from = 0; from < ids.size(); from += PIECE) {
      List<Map<String, Object>> items = new ArrayList<>();
      for (String id : ids.subList(from, Math.min(ids.size(), from + PIECE))) {
        items.add(
            RestMailbox.envelope(
                id, id.getBytes(StandardCharsets.UTF_8), Map.of("mailbox", mailbox.name())));
      }
      own.admin(0)
          .post("/domains/" + mailbox.domain() + "/envelopes", Map.of("items", items))
          .expect(200);
    }
  }

  /** Everything that is pending comes with its body, which is its id. */
  private static void assertOpens(int node) {
    List<JsonNode> envelopes = mailbox.as(own.admin(node)).pullAll(100);
    assertThat(envelopes).hasSizeGreaterThan(ENVELOPES);
    for (JsonNode envelope : envelopes) {
      assertThat(Base64.getDecoder().decode(envelope.path("body").asText()))
          .asString(StandardCharsets.UTF_8)
          .isEqualTo(envelope.path("messageId").asText());
    }
  }

  private static RestMailbox keyed(int node, String key) {
    RestClient client = own.admin(node).withKey(key);
    return drained.as(client);
  }

  private static long keyOf(String messageId) throws SQLException {
    return number("SELECT sealing_key FROM envelope WHERE message_id = '%s'".formatted(messageId));
  }

  private static JsonNode state(int node) {
    return own.admin(node).get("/admin/sealing").expect(200).json();
  }

  private static JsonNode use(int node, long key) {
    for (JsonNode use : state(node).path("keys")) {
      if (use.path("key").asLong() == key) {
        return use;
      }
    }
    throw new AssertionError("Key " + key + " is not in " + state(node));
  }

  private static void deployAgain(int node) {
    try (Management management = own.management(node)) {
      management.execute(operation("redeploy", "deployment", "restante.ear"));
    }
  }

  private static void reseal(int node) {
    try (Management management = own.management(node)) {
      Timers.trigger(management, "Resealer");
    }
  }

  /** The re-sealing of this sequence waits until {@link #letGo}. */
  private static void holdAt(int sequence) throws SQLException {
    try (Statement statement = holder.createStatement()) {
      statement.execute("DROP TRIGGER IF EXISTS hold");
      statement.execute("DO GET_LOCK('held', 1)");
      statement.execute(
          "CREATE TRIGGER hold BEFORE UPDATE ON envelope FOR EACH ROW IF NEW.sealing_key <>"
              + " OLD.sealing_key AND OLD.sequence = %d THEN DO GET_LOCK('held', 600); END IF"
                  .formatted(sequence));
    }
  }

  /** Returns when what was held has ended. */
  private static void letGo() throws SQLException {
    try (Statement statement = holder.createStatement()) {
      statement.execute("DO RELEASE_LOCK('held')");
      statement.execute("DROP TRIGGER hold");
    }
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = own.openDatabase();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long number(String sql) throws SQLException {
    try (Connection connection = own.openDatabase();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).as(sql).isTrue();
      return row.getLong(1);
    }
  }

  /** The same key file with another key in the place of the one that seals, under its id. */
  private static JsonNode withAnotherKey(Path file) throws IOException {
    JsonNode keys = JSON.readTree(file.toFile());
    JsonNode key = keys.path("sealing").path("key").get(0).path("keyData");
    byte[] value = Base64.getDecoder().decode(key.path("value").asText());
    value[value.length - 1] ^= 1;
    ((ObjectNode) key).put("value", Base64.getEncoder().encodeToString(value));
    return keys;
  }
}
