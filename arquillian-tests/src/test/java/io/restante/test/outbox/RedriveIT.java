package io.restante.test.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What an administrator does with the reference of an event that was given up, in the console. */
@Isolated
class RedriveIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final BrokerQueue DEAD_LETTERS = new BrokerQueue("restante.dlq.ack");
  private static final BrokerQueue REDRIVE = new BrokerQueue("restante.redrive");

  private final RestClient admin = RestClient.admin();
  private MailboxFixture domain;
  private RestMailbox home;
  private long event;
  private String reference;

  /** Of an acknowledgement whose mailbox was full for too long. */
  @BeforeEach
  void giveAnEventUp() throws SQLException {
    domain = MailboxFixture.newDomain();
    RestMailbox held = domain.mailbox(Map.of("acknowledgements", "FINALIZED"));
    home = domain.mailbox(Map.of("maxPendingCount", 1));
    home.submit("in-the-way").expect(201);
    TestPrincipal sender =
        domain.principal(
            domain.grant("mailbox:submit", "mailboxes/*"),
            domain.grant("mailbox:receive", "mailboxes/" + home.name()));
    held.as(sender).submit("m1", new byte[0], Map.of("acknowledgeTo", home.name())).expect(201);
    held.acknowledge(sender.id(), "m1");
    await().atMost(LIMIT).until(() -> column("last_error").equals("MAILBOX_FULL"));
    event = Long.parseLong(column("id"));
    reference = "id = '" + event + "'";
    update("UPDATE outbox SET attempts = 9 WHERE id = ?");
    TestServer.advanceClock(Duration.ofMinutes(6));
    await().atMost(LIMIT).until(() -> DEAD_LETTERS.list(reference).size() == 1);
    TestServer.resetClock();
    home.drain(1).expect(200);
  }

  @AfterEach
  void resetClock() {
    TestServer.resetClock();
  }

  @Test
  void referenceSaysWhatWasGivenUpAndHasNoContent() throws SQLException {
    ModelNode shown = DEAD_LETTERS.list(reference).get(0);

    assertThat(shown.get("kind").asString()).isEqualTo("ack");
    assertThat(shown.get("domain").asString()).isEqualTo(domain.domain());
    assertThat(shown.get("resource").asString()).isEqualTo("mailboxes/" + home.name());
    assertThat(shown.get("reason").asString()).isEqualTo("MAILBOX_FULL");
    assertThat(shown.get("attempts").asString()).isEqualTo("10");
    assertThat(shown.get("generation").asString()).isEqualTo("0");
    assertThat(shown.get("firstSeen").asString()).isNotBlank();
    assertThat(column("state")).isEqualTo("DEAD");
  }

  @Test
  void referenceThatIsMovedToRedriveHasItsEventCarriedOut() throws SQLException {
    assertThat(DEAD_LETTERS.move(reference, "restante.redrive")).isEqualTo(1);

    await().atMost(LIMIT).until(() -> column("state").equals("DONE"));
    assertThat(home.pendingIds()).containsExactly("m1");
    assertThat(outcomes()).containsExactly("DONE");
    assertThat(dead()).doesNotContain(event);
  }

  @Test
  void staleReferenceDoesNothing() throws SQLException {
    admin.post("/admin/outbox/" + event + "/retry", null).expect(204);
    await().atMost(LIMIT).until(() -> column("state").equals("DONE"));
    home.drain(1).expect(200);

    assertThat(DEAD_LETTERS.move(reference, "restante.redrive")).isEqualTo(1);

    await().atMost(LIMIT).untilAsserted(() -> assertThat(outcomes()).containsExactly("STALE"));
    assertThat(column("state")).isEqualTo("DONE");
    assertThat(column("generation")).isEqualTo("1");
    assertThat(home.pendingIds()).isEmpty();
    assertThat(REDRIVE.list(reference)).isEmpty();
  }

  @Test
  void referenceThatIsDeletedLosesNothing() throws SQLException {
    assertThat(DEAD_LETTERS.remove(reference)).isEqualTo(1);

    assertThat(dead()).contains(event);
    admin.post("/admin/outbox/" + event + "/retry", null).expect(204);

    await().atMost(LIMIT).until(() -> column("state").equals("DONE"));
    assertThat(home.pendingIds()).containsExactly("m1");
    assertThat(
            admin
                .get("/admin/audit?action=outbox.retry&limit=100")
                .expect(200)
                .json()
                .findValuesAsText("detail"))
        .contains("event " + event);
  }

  /** The outcomes of redrives in this test's domain. */
  private List<String> outcomes() {
    return admin
        .get("/admin/audit?action=dead-letter.redrive&domain=" + domain.domain() + "&limit=100")
        .expect(200)
        .json()
        .findValuesAsText("outcome");
  }

  private List<Long> dead() {
    JsonNode dead = admin.get("/admin/outbox").expect(200).json().path("dead");
    return dead.findValues("id").stream().map(JsonNode::asLong).toList();
  }

  private String column(String column) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement =
            database.prepareStatement(
                "SELECT COALESCE(o."
                    + column
                    + ", '') FROM outbox o JOIN mailbox m ON m.id = o.subject_id"
                    + " WHERE m.name = ? AND o.event_type = 'ACKNOWLEDGEMENT'")) {
      statement.setString(1, home.name());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getString(1) : "";
      }
    }
  }

  private void update(String sql) throws SQLException {
    try (Connection database = TestServer.openDatabase();
        PreparedStatement statement = database.prepareStatement(sql)) {
      statement.setLong(1, event);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }
}
