package io.restante.test.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.RestClient;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jboss.dmr.ModelNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an administrator does with the reference of an event that was given up, in the console. */
class RedriveIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final BrokerQueue DEAD_LETTERS = new BrokerQueue("restante.dlq.ack");
  private static final BrokerQueue REDRIVE = new BrokerQueue("restante.redrive");

  private final RestClient admin = RestClient.admin();
  private GivenUpEvent event;

  @BeforeEach
  void giveAnEventUp() throws SQLException {
    event = new GivenUpEvent();
  }

  @Test
  void referenceSaysWhatWasGivenUpAndHasNoContent() throws SQLException {
    ModelNode shown = DEAD_LETTERS.list(event.reference()).get(0);

    assertThat(shown.get("kind").asString()).isEqualTo("ack");
    assertThat(shown.get("domain").asString()).isEqualTo(event.domain().domain());
    assertThat(shown.get("resource").asString()).isEqualTo("mailboxes/" + event.home().name());
    assertThat(shown.get("reason").asString()).isEqualTo("MAILBOX_FULL");
    assertThat(shown.get("attempts").asString()).isEqualTo("10");
    assertThat(shown.get("generation").asString()).isEqualTo("0");
    assertThat(shown.get("firstSeen").asString()).isNotBlank();
    assertThat(event.column("state")).isEqualTo("DEAD");
  }

  @Test
  void referenceThatIsMovedToRedriveHasItsEventCarriedOut() throws SQLException {
    assertThat(DEAD_LETTERS.move(event.reference(), "restante.redrive")).isEqualTo(1);

    await().atMost(LIMIT).until(() -> event.column("state").equals("DONE"));
    assertThat(event.home().pendingIds()).containsExactly("m1");
    assertThat(outcomes()).containsExactly("DONE");
    assertThat(dead()).doesNotContain(event.id());
  }

  @Test
  void staleReferenceDoesNothing() throws SQLException {
    admin.post("/admin/outbox/" + event.id() + "/retry", null).expect(204);
    await().atMost(LIMIT).until(() -> event.column("state").equals("DONE"));
    event.home().drain(1).expect(200);

    assertThat(DEAD_LETTERS.move(event.reference(), "restante.redrive")).isEqualTo(1);

    await().atMost(LIMIT).untilAsserted(() -> assertThat(outcomes()).containsExactly("STALE"));
    assertThat(event.column("state")).isEqualTo("DONE");
    assertThat(event.column("generation")).isEqualTo("1");
    assertThat(event.home().pendingIds()).isEmpty();
    assertThat(REDRIVE.list(event.reference())).isEmpty();
  }

  @Test
  void referenceThatIsDeletedLosesNothing() throws SQLException {
    assertThat(DEAD_LETTERS.remove(event.reference())).isEqualTo(1);

    assertThat(dead()).contains(event.id());
    admin.post("/admin/outbox/" + event.id() + "/retry", null).expect(204);

    await().atMost(LIMIT).until(() -> event.column("state").equals("DONE"));
    assertThat(event.home().pendingIds()).containsExactly("m1");
    assertThat(
            admin
                .get("/admin/audit?action=outbox.retry&limit=100")
                .expect(200)
                .json()
                .findValuesAsText("detail"))
        .contains("event " + event.id());
  }

  /** The outcomes of redrives in this test's domain. */
  private List<String> outcomes() {
    return admin
        .get(
            "/admin/audit?action=dead-letter.redrive&domain="
                + event.domain().domain()
                + "&limit=100")
        .expect(200)
        .json()
        .findValuesAsText("outcome");
  }

  private List<Long> dead() {
    JsonNode dead = admin.get("/admin/outbox").expect(200).json().path("dead");
    return dead.findValues("id").stream().map(JsonNode::asLong).toList();
  }
}
