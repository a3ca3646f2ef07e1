package io.restante.test.sealing;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies are sealed in the database, and come back as they were handed in. */
class SealedBodyIT {

  private static final byte[] BODY = "marked: nobody reads this".getBytes(StandardCharsets.UTF_8);

  private MailboxFixture domain;
  private RestMailbox mailbox;
  private TestPrincipal sender;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox(Map.of("maxEnvelopeBytes", 4 << 20));
    sender = domain.sender();
  }

  @Test
  void databaseHasNoBodyInClear() {
    mailbox.as(sender).submit("m", BODY).expect(201);

    StoredBodies.StoredBody stored = StoredBodies.of(mailbox).all().get(0);
    assertThat(stored.key()).isPositive();
    assertThat(stored.bodyBytes()).isEqualTo(BODY.length);
    assertThat(stored.body()).hasSize(BODY.length + StoredBodies.OVERHEAD);
    assertThat(new String(stored.body(), StandardCharsets.ISO_8859_1)).doesNotContain("marked");
    assertThat(mailbox.get().json().path("pendingBytes").asInt()).isEqualTo(BODY.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4 << 20})
  void bodyOfAnySizeComesBackByPullAndDrain(int size) {
    byte[] body = new byte[size];
    new Random(size).nextBytes(body);
    mailbox.as(sender).submit("m", body).expect(201);

    assertThat(bodyOf(mailbox.pull(""))).isEqualTo(body);
    assertThat(bodyOf(mailbox.drain(1))).isEqualTo(body);
  }

  @Test
  void quotaCountsTheBodyAndNotWhatSealingAdds() {
    RestMailbox small = domain.mailbox(Map.of("maxPendingBytes", 1_024, "maxEnvelopeBytes", 1_024));

    small.as(sender).submit("m", new byte[1_024]).expect(201);

    Refusals.require(small.as(sender).submit("n", new byte[1]), 429, "MAILBOX_FULL");
  }

  @Test
  void settingTouchesNewEnvelopesOnly() {
    assertThat(mailbox.get().json().path("sealed").asBoolean()).isTrue();
    mailbox.as(sender).submit("first", BODY).expect(201);
    mailbox.put(Map.of("sealed", false)).expect(200);
    mailbox.as(sender).submit("second", BODY).expect(201);
    mailbox.put(Map.of("sealed", true)).expect(200);
    mailbox.as(sender).submit("third", BODY).expect(201);

    List<StoredBodies.StoredBody> stored = StoredBodies.of(mailbox).all();
    assertThat(stored.get(0).key()).isNotNull();
    assertThat(stored.get(1).key()).isNull();
    assertThat(stored.get(1).body()).isEqualTo(BODY);
    assertThat(stored.get(2).key()).isEqualTo(stored.get(0).key());
    assertThat(mailbox.pullAll(1))
        .hasSize(3)
        .allSatisfy(
            envelope ->
                assertThat(Base64.getDecoder().decode(envelope.path("body").asText()))
                    .isEqualTo(BODY));
    assertThat(mailbox.acknowledge(sender.id(), "first", "second", "third"))
        .containsOnly("COMMITTED");
  }

  @Test
  void duplicateIsKnownByItsBodyHoweverThatIsStored() {
    mailbox.as(sender).submit("m", BODY).expect(201);
    mailbox.put(Map.of("sealed", false)).expect(200);

    assertThat(
            mailbox.as(sender).submit("m", BODY).expect(200).json().path("duplicate").asBoolean())
        .isTrue();
    Refusals.require(mailbox.as(sender).submit("m", new byte[2]), 409, "MESSAGE_ID_CONFLICT");
  }

  @Test
  void keptAnswerWithBodiesNamesItsKey() {
    mailbox.as(sender).submit("m", BODY).expect(201);
    long key = StoredBodies.of(mailbox).all().get(0).key();
    String name = MailboxFixture.unique("key");

    mailbox.as(domain.admin().withKey(name)).drain(1).expect(200);

    assertThat(
            Rows.count(
                "SELECT COUNT(*) FROM idempotency_record WHERE sealed AND sealing_key = ?"
                    + " AND resource = ?",
                key,
                "mailboxes/" + mailbox.name()))
        .isEqualTo(1);
  }

  private static byte[] bodyOf(Reply page) {
    return Base64.getDecoder()
        .decode(page.expect(200).json().path("envelopes").get(0).path("body").asText());
  }
}
