package io.restante.test.sealing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A damaged envelope is set aside, so that its mailbox goes on, and comes back when it opens. */
class QuarantineIT {

  private static final byte[] BODY = "twenty bytes of body".getBytes(StandardCharsets.UTF_8);

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailboxWithADamagedEnvelope() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    sender = domain.sender();
    for (String id : List.of("m1", "m2", "m3")) {
      mailbox.as(sender).submit(id, BODY).expect(201);
    }
    StoredBodies.of(mailbox).flip(2, 20);
  }

  @Test
  void mailboxGoesOnWithoutIt() {
    byte[] damaged = StoredBodies.of(mailbox).all().get(1).body();
    Refusals.require(mailbox.pull(""), 500, "STORAGE_DAMAGED");

    JsonNode quarantined = mailbox.quarantine(2).expect(200).json();

    assertThat(quarantined.path("sequence").asLong()).isEqualTo(2);
    assertThat(quarantined.path("sender").asText()).isEqualTo(sender.id());
    assertThat(quarantined.path("messageId").asText()).isEqualTo("m2");
    assertThat(quarantined.path("bodyBytes").asInt()).isEqualTo(BODY.length);
    assertThat(quarantined.path("quarantinedAt").asText()).isNotBlank();
    assertThat(StoredBodies.of(mailbox).quarantined().get(0).body()).isEqualTo(damaged);
    JsonNode settings = mailbox.get().json();
    assertThat(settings.path("pendingCount").asInt()).isEqualTo(2);
    assertThat(settings.path("pendingBytes").asInt()).isEqualTo(2 * BODY.length);
    assertThat(settings.path("quarantinedCount").asInt()).isEqualTo(1);
    assertThat(mailbox.pendingIds()).containsExactly("m1", "m3");
    assertThat(mailbox.count()).isEqualTo(2);
    mailbox.as(sender).submit("m4", BODY).expect(201);
    assertThat(RestMailbox.ids(mailbox.drain(10))).containsExactly("m1", "m3", "m4");
    assertSound();
  }

  @Test
  void onlyWhatDoesNotOpenIsSetAside() {
    Refusals.require(mailbox.quarantine(1), 409, "CONFLICT");
    Refusals.require(mailbox.quarantine(4), 404, "NOT_FOUND");
    Refusals.require(domain.mailboxNamed("none").quarantine(1), 404, "NOT_FOUND");
    for (String sequence : List.of("0", "-1", "two", "9223372036854775808")) {
      Refusals.requireInvalid(
          mailbox
              .caller()
              .send("POST", mailbox.path() + "/envelopes/" + sequence + "/quarantine", null),
          "sequence");
    }
    assertThat(StoredBodies.of(mailbox).all()).hasSize(3);
    assertThat(StoredBodies.of(mailbox).quarantined()).isEmpty();
  }

  @Test
  void settingAsideIsHarmlessToRepeat() {
    JsonNode first = mailbox.quarantine(2).expect(200).json();

    assertThat(mailbox.quarantine(2).expect(200).json()).isEqualTo(first);

    assertThat(mailbox.get().json().path("quarantinedCount").asInt()).isEqualTo(1);
    assertThat(audited()).containsExactly("envelope.quarantine DONE sequence 2");
  }

  @Test
  void itIsNeitherFinalizedNorTakenForAbsent() {
    mailbox.quarantine(2).expect(200);

    assertThat(mailbox.acknowledge(sender.id(), "m1", "m2", "m3"))
        .containsExactly("COMMITTED", "STORAGE_DAMAGED", "COMMITTED");
    Reply refused = mailbox.discard(sender.id(), "m2", "OTHER");
    Refusals.require(refused, 500, "STORAGE_DAMAGED");
    assertThat(refused.text("detail")).endsWith("sequence 2.");
    assertThat(mailbox.get().json().path("quarantinedCount").asInt()).isEqualTo(1);
    assertSound();
  }

  @Test
  void itsIdentityStaysTaken() {
    mailbox.quarantine(2).expect(200);

    assertThat(
            mailbox.as(sender).submit("m2", BODY).expect(200).json().path("duplicate").asBoolean())
        .isTrue();
    Refusals.require(mailbox.as(sender).submit("m2", new byte[1]), 409, "MESSAGE_ID_CONFLICT");
    assertThat(mailbox.pendingIds()).containsExactly("m1", "m3");
  }

  @Test
  void whatOpensAgainComesBackToItsPlace() {
    mailbox.quarantine(2).expect(200);
    Refusals.require(mailbox.release(2), 500, "STORAGE_DAMAGED");
    StoredBodies.of(mailbox).flipQuarantined(2, 20);

    mailbox.release(2).expect(204);

    Refusals.require(mailbox.release(2), 404, "NOT_FOUND");
    assertThat(mailbox.pendingIds()).containsExactly("m1", "m2", "m3");
    assertThat(mailbox.pull("after=1&limit=1").json().path("envelopes").get(0).path("body"))
        .hasToString("\"" + Base64.getEncoder().encodeToString(BODY) + "\"");
    JsonNode settings = mailbox.get().json();
    assertThat(settings.path("pendingCount").asInt()).isEqualTo(3);
    assertThat(settings.path("pendingBytes").asInt()).isEqualTo(3 * BODY.length);
    assertThat(settings.path("quarantinedCount").asInt()).isZero();
    assertSound();
    assertThat(mailbox.acknowledge(sender.id(), "m2")).containsExactly("COMMITTED");
    assertThat(audited())
        .containsExactly("envelope.quarantine DONE sequence 2", "envelope.release DONE sequence 2");
  }

  @Test
  void itComesBackAlsoWhereThereIsNoRoom() {
    mailbox.quarantine(2).expect(200);
    mailbox.put(Map.of("maxPendingCount", 2)).expect(200);
    StoredBodies.of(mailbox).flipQuarantined(2, 20);

    mailbox.release(2).expect(204);

    assertThat(mailbox.get().json().path("pendingCount").asInt()).isEqualTo(3);
    Refusals.require(mailbox.as(sender).submit("m4", BODY), 429, "MAILBOX_FULL");
  }

  @Test
  void whatIsDroppedMayBeHandedInAnew() {
    mailbox.quarantine(2).expect(200);

    mailbox.drop(2).expect(204);

    Refusals.require(mailbox.drop(2), 404, "NOT_FOUND");
    assertThat(StoredBodies.of(mailbox).quarantined()).isEmpty();
    assertThat(mailbox.as(sender).submit("m2", BODY).expect(201).json().path("duplicate"))
        .hasToString("false");
    assertThat(mailbox.pendingIds()).containsExactly("m1", "m3", "m2");
    assertSound();
    assertThat(audited())
        .containsExactly("envelope.quarantine DONE sequence 2", "envelope.drop DONE sequence 2");
  }

  @Test
  void listIsReadByPages() {
    IntStream.of(1, 3).forEach(sequence -> StoredBodies.of(mailbox).flip(sequence, 20));
    IntStream.rangeClosed(1, 3).forEach(sequence -> mailbox.quarantine(sequence).expect(200));

    JsonNode first = mailbox.quarantined("limit=2").expect(200).json();
    JsonNode second =
        mailbox.quarantined("cursor=" + first.path("nextCursor").asText()).expect(200).json();

    assertThat(first.path("envelopes").findValuesAsText("sequence")).containsExactly("1", "2");
    assertThat(first.path("hasMore").asBoolean()).isTrue();
    assertThat(second.path("envelopes").findValuesAsText("sequence")).containsExactly("3");
    assertThat(second.path("hasMore").asBoolean()).isFalse();
    Refusals.require(
        domain.mailbox().quarantined("cursor=" + first.path("nextCursor").asText()),
        400,
        "CURSOR_INVALID");
    Refusals.requireInvalid(mailbox.quarantined("limit=0"), "limit");
  }

  @Test
  void mailboxThatHoldsItIsNotEmpty() {
    mailbox.quarantine(2).expect(200);
    mailbox.drain(10).expect(200);

    Refusals.require(mailbox.delete(false), 409, "CONFLICT");
    Refusals.require(mailbox.put(Map.of("retention", "UNTIL_FINALIZED")), 409, "CONFLICT");
    mailbox.delete(true).expect(204);
    assertThat(StoredBodies.of(mailbox).quarantined()).isEmpty();
  }

  @Test
  void itExpiresLikeAnyOther() {
    mailbox.quarantine(2).expect(200);
    StoredBodies.of(mailbox)
        .change(
            "quarantined_envelope",
            2,
            "e.accepted_at = e.accepted_at - INTERVAL 8 DAY,"
                + " e.expires_at = e.expires_at - INTERVAL 8 DAY");

    assertThat(mailbox.quarantined("").json().path("envelopes")).isEmpty();
    Refusals.require(mailbox.release(2), 404, "NOT_FOUND");
    assertThat(mailbox.as(sender).submit("m2", BODY).expect(201).json().path("duplicate"))
        .hasToString("false");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> StoredBodies.of(mailbox).quarantined().isEmpty());
    assertThat(mailbox.get().json().path("quarantinedCount").asInt()).isZero();
    assertThat(mailbox.pendingIds()).containsExactly("m1", "m3", "m2");
    assertSound();
  }

  @Test
  void counterThatIsWrongIsFoundAndRepaired() {
    mailbox.quarantine(2).expect(200);
    StoredBodies.of(mailbox).change("quarantined_envelope", 2, "m.quarantined_count = 5");

    JsonNode drifted = check().path("drifted").get(0);

    assertThat(drifted.path("quarantinedCount").asInt()).isEqualTo(5);
    assertThat(drifted.path("countedQuarantined").asInt()).isEqualTo(1);
    Refusals.require(mailbox.drop(2), 503, "RECOVERY_REQUIRED");
    domain
        .admin()
        .post("/admin/check/repair", Map.of("domain", domain.domain(), "mailbox", mailbox.name()))
        .expect(200);
    mailbox.drop(2).expect(204);
    assertSound();
  }

  private void assertSound() {
    assertThat(check().path("drifted")).isEmpty();
  }

  private JsonNode check() {
    return domain
        .admin()
        .post("/admin/check", Map.of("domain", domain.domain()))
        .expect(200)
        .json();
  }

  private List<String> audited() {
    List<String> records = new ArrayList<>();
    for (Map<String, Object> row :
        Rows.select(
            "SELECT action, outcome, detail FROM audit_record WHERE domain = ? AND resource = ?"
                + " AND action LIKE 'envelope.%' ORDER BY id",
            domain.domain(), "mailboxes/" + mailbox.name())) {
      records.add(row.get("action") + " " + row.get("outcome") + " " + row.get("detail"));
    }
    return records;
  }
}
