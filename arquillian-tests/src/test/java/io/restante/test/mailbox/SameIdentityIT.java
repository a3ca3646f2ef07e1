package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import io.restante.test.harness.Together;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The identity of an envelope: its mailbox, its sender and the sender's own id of it. */
class SameIdentityIT {

  private static final byte[] ONE = {1};
  private static final byte[] OTHER = {2};

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    sender = domain.sender();
  }

  @Test
  void sameBodyAgainIsADuplicateWithTheFirstAnswer() {
    JsonNode first = mailbox.as(sender).submit("m1", ONE).expect(201).json();

    JsonNode second =
        mailbox
            .as(sender)
            .submit("m1", ONE, Map.of("ttlSeconds", 3_600, "contentType", "text/plain"))
            .expect(200)
            .json();

    assertThat(first.path("duplicate").asBoolean(true)).isFalse();
    assertThat(second.path("duplicate").asBoolean()).isTrue();
    assertThat(second.path("acceptedAt")).isEqualTo(first.path("acceptedAt"));
    assertThat(second.path("expiresAt")).isEqualTo(first.path("expiresAt"));
    assertThat(MailboxRows.of(mailbox).requireTrueCounters().envelopes()).isEqualTo(1);
  }

  @Test
  void otherBodyIsAConflictThatIsAuditedAndStoresNothing() {
    mailbox.as(sender).submit("m1", ONE).expect(201);
    List<List<String>> before = MailboxRows.everything(mailbox);

    Reply conflict = mailbox.as(sender).submit("m1", OTHER).expect(409);

    assertThat(conflict.code()).isEqualTo("MESSAGE_ID_CONFLICT");
    assertThat(conflict.json().path("retryable").asBoolean(true)).isFalse();
    assertThat(MailboxRows.everything(mailbox)).isEqualTo(before);
    assertThat(conflicts())
        .containsExactly(sender.id() + " mailbox.submit " + conflict.text("requestId"));
  }

  @Test
  void conflictStandsAlsoAfterTheRecipientDecided() {
    mailbox.as(sender).submit("committed", ONE).expect(201);
    mailbox.as(sender).submit("discarded", ONE).expect(201);
    mailbox.acknowledge(sender.id(), "committed");
    mailbox.discard(sender.id(), "discarded", "OTHER").expect(200);

    assertThat(mailbox.as(sender).submit("committed", OTHER).expect(409).code())
        .isEqualTo("MESSAGE_ID_CONFLICT");
    assertThat(mailbox.as(sender).submit("discarded", OTHER).expect(409).code())
        .isEqualTo("MESSAGE_ID_CONFLICT");

    assertThat(conflicts()).hasSize(2);
    assertThat(mailbox.count()).isZero();
  }

  @Test
  void conflictLooksTheSameWhetherOrNotTheRecipientDecided() {
    mailbox.as(sender).submit("pending", ONE).expect(201);
    mailbox.as(sender).submit("decided", ONE).expect(201);
    mailbox.acknowledge(sender.id(), "decided");

    assertThat(mailbox.as(sender).submit("pending", OTHER).text("detail"))
        .isEqualTo(mailbox.as(sender).submit("decided", OTHER).text("detail"));
  }

  @Test
  void anotherSenderOrMailboxIsAnotherIdentity() {
    RestMailbox second = domain.mailbox();
    TestPrincipal stranger = domain.sender();

    mailbox.as(sender).submit("m1", ONE).expect(201);
    mailbox.as(stranger).submit("m1", OTHER).expect(201);
    second.as(sender).submit("m1", OTHER).expect(201);

    assertThat(mailbox.pullAll(10))
        .extracting(e -> e.path("sender").asText() + " " + e.path("body").asText())
        .containsExactly(sender.id() + " AQ==", stranger.id() + " Ag==");
    assertThat(conflicts()).isEmpty();
  }

  @Test
  void ofManyConcurrentSubmitsOfOneIdentityOneIsStored() {
    List<Integer> statuses =
        Together.call(24, i -> mailbox.as(sender).submit("m1", i % 3 == 0 ? OTHER : ONE).status());

    assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
    assertThat(statuses).isSubsetOf(200, 201, 409);
    assertThat(statuses).filteredOn(status -> status == 409).hasSizeBetween(8, 16);
    MailboxRows rows = MailboxRows.of(mailbox).requireTrueCounters();
    assertThat(rows.envelopes()).isEqualTo(1);
    assertThat(rows.nextSequence()).isEqualTo(2);
  }

  /** Principal, action and request of the audited conflicts. */
  private List<String> conflicts() {
    return MailboxRows.query(
        "SELECT principal, action, request_id FROM audit_record"
            + " WHERE domain = ? AND resource = ? AND outcome = 'MESSAGE_ID_CONFLICT'",
        row -> row.getString(1) + " " + row.getString(2) + " " + row.getString(3),
        mailbox.domain(),
        "mailboxes/" + mailbox.name());
  }
}
