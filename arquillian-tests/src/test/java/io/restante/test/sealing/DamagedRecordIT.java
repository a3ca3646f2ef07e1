package io.restante.test.sealing;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A record that was changed in the database is told by its sequence, never delivered, finalized or
 * taken for absent, and harms no neighbour.
 */
class DamagedRecordIT {

  private static final byte[] BODY = "twenty bytes of body".getBytes(StandardCharsets.UTF_8);

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private RestMailbox other;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailboxes() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
    other = domain.mailbox();
    sender = domain.sender();
    for (String id : List.of("m1", "m2", "m3")) {
      mailbox.as(sender).submit(id, BODY).expect(201);
      other.as(sender).submit(id, BODY).expect(201);
    }
  }

  /** What somebody does to the row of sequence 2. */
  record Damage(String what, Consumer<DamagedRecordIT> deed) {
    static Damage flip(String what, int place) {
      return new Damage(what, test -> StoredBodies.of(test.mailbox).flip(2, place));
    }

    static Damage change(String what, String assignments) {
      return new Damage(what, test -> StoredBodies.of(test.mailbox).change(2, assignments));
    }

    @Override
    public String toString() {
      return what;
    }
  }

  static Stream<Damage> damages() {
    return Stream.of(
        Damage.flip("format", 0),
        Damage.flip("first byte of the key id", 1),
        Damage.flip("last byte of the key id", 4),
        Damage.flip("nonce", 5),
        Damage.flip("body", 17),
        Damage.flip("tag", -1),
        Damage.change("shortened", "e.body = LEFT(e.body, LENGTH(e.body) - 1)"),
        Damage.change("empty", "e.body = ''"),
        Damage.change("key of the row unknown", "e.sealing_key = e.sealing_key ^ 1"),
        Damage.change("row says in clear", "e.sealing_key = NULL"),
        Damage.change("digest", "e.digest = REPEAT('x', 32)"),
        Damage.change("sender", "e.sender = 'somebody-else'"),
        new Damage("body of the same place in another mailbox", DamagedRecordIT::swapMailboxes),
        Damage.change(
            "body of another envelope of the mailbox",
            "e.body = (SELECT x.body FROM envelope x"
                + " WHERE x.mailbox_id = e.mailbox_id AND x.sequence = 1)"));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void damagedRecordIsNamedAndStaysAsItIs(Damage damage) {
    damage.deed().accept(this);
    String owner = senderOfTheSecond();
    List<Map<String, Object>> before = rows();

    requireNamed(mailbox.pull(""));
    requireNamed(mailbox.pull("limit=2"));
    requireNamed(mailbox.drain(10));
    Refusals.require(mailbox.discard(owner, "m2", "OTHER"), 500, "STORAGE_DAMAGED");
    assertThat(mailbox.acknowledge(owner, "m2")).containsExactly("STORAGE_DAMAGED");
    assertThat(rows()).isEqualTo(before);

    assertThat(mailbox.count()).isEqualTo(3);
    assertThat(RestMailbox.ids(mailbox.pull("limit=1"))).containsExactly("m1");
    assertThat(RestMailbox.ids(mailbox.pull("after=2"))).containsExactly("m3");
  }

  @Test
  void neighboursInAnAcknowledgementAreUnharmed() {
    StoredBodies.of(mailbox).flip(2, 20);

    assertThat(mailbox.acknowledge(sender.id(), "m1", "m2", "m3", "m4", "m2"))
        .containsExactly(
            "COMMITTED", "STORAGE_DAMAGED", "COMMITTED", "NOT_FOUND", "STORAGE_DAMAGED");
    assertThat(mailbox.count()).isEqualTo(1);
    assertThat(mailbox.get().json().path("pendingCount").asInt()).isEqualTo(1);
  }

  @Test
  void acknowledgementIsNotKeptSoThatARetryAfterRepairSucceeds() {
    StoredBodies.of(mailbox).flip(2, 20);
    RestMailbox keyed = mailbox.as(domain.admin().withKey(MailboxFixture.unique("key")));
    assertThat(keyed.acknowledge(sender.id(), "m1", "m2"))
        .containsExactly("COMMITTED", "STORAGE_DAMAGED");

    StoredBodies.of(mailbox).flip(2, 20);

    assertThat(keyed.acknowledge(sender.id(), "m1", "m2"))
        .containsExactly("ALREADY_COMMITTED", "COMMITTED");
  }

  @Test
  void pageNamesAllItsDamagedRecordsAndNoOther() {
    IntStream.of(1, 3).forEach(sequence -> StoredBodies.of(mailbox).flip(sequence, 20));

    Reply page = mailbox.pull("");

    assertThat(page.text("detail")).contains("sequence 1, 3.");
    assertThat(mailbox.pull("after=1&limit=1").expect(200).json().path("hasMore").asBoolean())
        .isTrue();
  }

  @Test
  void sendersRetryIsADuplicateOfADamagedRecord() {
    StoredBodies.of(mailbox).flip(2, 20);

    assertThat(
            mailbox.as(sender).submit("m2", BODY).expect(200).json().path("duplicate").asBoolean())
        .isTrue();
    Refusals.require(mailbox.as(sender).submit("m2", new byte[1]), 409, "MESSAGE_ID_CONFLICT");
  }

  @Test
  void bodyInClearThatWasChangedIsNotDelivered() {
    mailbox.put(Map.of("sealed", false)).expect(200);
    mailbox.as(sender).submit("m4", BODY).expect(201);
    StoredBodies.of(mailbox).flip(4, 3);

    Refusals.require(mailbox.pull("after=3"), 500, "STORAGE_DAMAGED");
    Refusals.require(mailbox.drain(10), 500, "STORAGE_DAMAGED");
    assertThat(RestMailbox.ids(mailbox.drain(3))).containsExactly("m1", "m2", "m3");
  }

  private static void requireNamed(Reply reply) {
    Refusals.require(reply, 500, "STORAGE_DAMAGED");
    assertThat(reply.text("detail")).endsWith("sequence 2.");
    assertThat(reply.json().path("retryable").asBoolean()).isFalse();
  }

  private void swapMailboxes() {
    byte[] own = StoredBodies.of(mailbox).all().get(1).body();
    byte[] others = StoredBodies.of(other).all().get(1).body();
    StoredBodies.of(mailbox).change(2, "e.body = X'" + hex(others) + "'");
    StoredBodies.of(other).change(2, "e.body = X'" + hex(own) + "'");
    requireNamed(other.pull(""));
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private String senderOfTheSecond() {
    return (String) rows().get(1).get("sender");
  }

  private List<Map<String, Object>> rows() {
    return Rows.select(
        "SELECT e.sequence, e.sender, HEX(e.body), HEX(e.digest), e.sealing_key, m.pending_count,"
            + " (SELECT COUNT(*) FROM tombstone t WHERE t.mailbox_id = m.id)"
            + " FROM envelope e JOIN mailbox m ON m.id = e.mailbox_id"
            + " JOIN domain d ON d.id = m.domain_id WHERE d.name = ? AND m.name = ?"
            + " ORDER BY e.sequence",
        mailbox.domain(),
        mailbox.name());
  }
}
