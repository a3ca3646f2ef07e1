package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Rows;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client whose connection is cut after the commit, before it has read the answer. */
class LostAnswerIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final String key = UUID.randomUUID().toString();

  /** How the connection ends. */
  enum End {
    /** The client says all, hangs up and is gone before the server has decided. */
    CLOSED_AFTER_SENDING,
    /** The connection breaks when the effect is stored and the answer is on its way. */
    CUT_AFTER_COMMIT
  }

  @ParameterizedTest
  @EnumSource
  void submitIsFoundAgain(End end) {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal sender = fixture.sender();
    String path = mailbox.path() + "/envelopes";
    Map<String, ?> envelope = RestMailbox.envelope("lost", new byte[] {1, 2, 3}, Map.of());

    loseAnswer(
        end,
        sender.token(),
        path,
        envelope,
        () -> Rows.envelopes(mailbox.domain(), mailbox.name()));

    Reply retry = sender.client().withKey(key).post(path, envelope);
    assertThat(retry.status()).isEqualTo(201);
    assertThat(retry.json().path("duplicate").asBoolean()).isFalse();
    assertReplayed(retry);
    Replays.requireReplay(sender.client().withKey(key).post(path, envelope), retry);
    assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isEqualTo(1);
    assertThat(mailbox.pullAll(10).get(0).path("acceptedAt").asText())
        .isEqualTo(retry.text("acceptedAt"));
  }

  @ParameterizedTest
  @EnumSource
  void batchIsFoundAgain(End end) {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal sender = fixture.sender();
    String path = "/domains/" + fixture.domain() + "/envelopes";
    Map<String, ?> batch =
        Map.of(
            "items",
            List.of(
                Map.of("mailbox", mailbox.name(), "messageId", "one", "body", ""),
                Map.of("mailbox", mailbox.name(), "messageId", "two", "body", "")));

    loseAnswer(
        end, sender.token(), path, batch, () -> Rows.envelopes(mailbox.domain(), mailbox.name()));

    Reply retry = sender.client().withKey(key).post(path, batch).expect(200);
    assertReplayed(retry);
    assertThat(retry.json().path("items"))
        .extracting(item -> item.path("status").asInt())
        .containsExactly(201, 201);
    assertThat(mailbox.pendingIds()).containsExactly("one", "two");
  }

  @ParameterizedTest
  @EnumSource
  void drainedEnvelopesAreFoundAgain(End end) {
    RestMailbox mailbox = fixture.mailbox();
    TestPrincipal receiver = fixture.receiver();
    mailbox.submitAll(List.of("a", "b", "c"));
    String path = mailbox.path() + "/drain?limit=2";

    loseAnswer(
        end,
        receiver.token(),
        path,
        "",
        () -> 3 - Rows.envelopes(mailbox.domain(), mailbox.name()));

    Reply retry = receiver.client().withKey(key).send("POST", path, null);
    assertReplayed(retry);
    assertThat(RestMailbox.ids(retry)).containsExactly("a", "b");
    assertThat(mailbox.pendingIds()).containsExactly("c");
  }

  @ParameterizedTest
  @EnumSource
  void principalIsFoundAgain(End end) {
    String name = MailboxFixture.unique("lost");
    Map<String, String> request = Map.of("name", name, "kind", "DEVICE");

    loseAnswer(
        end,
        TestServer.adminToken(),
        "/principals",
        request,
        () -> Rows.count("SELECT count(*) FROM principal WHERE name = ?", name));

    Reply retry = RestClient.admin().withKey(key).post("/principals", request).expect(201);
    assertReplayed(retry);
    assertThat(Rows.count("SELECT count(*) FROM principal WHERE name = ?", name)).isEqualTo(1);
  }

  private static void assertReplayed(Reply reply) {
    assertThat(reply.header("Idempotency-Replayed")).as(reply.toString()).hasValue("true");
  }

  private void loseAnswer(End end, String token, String path, Object body, LongSupplier effects) {
    try (RawHttp connection = RawHttp.connect(TestServer.baseUri())) {
      connection.send(request(token, path, body));
      if (end == End.CUT_AFTER_COMMIT) {
        awaitEffect(effects);
        connection.cut();
      }
    }
    awaitEffect(effects);
  }

  private static void awaitEffect(LongSupplier effects) {
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> effects.getAsLong() > 0);
  }

  private byte[] request(String token, String path, Object body) {
    try {
      String json =
          body instanceof String text ? text : new ObjectMapper().writeValueAsString(body);
      return String.join(
              "\r\n",
              "POST " + TestServer.baseUri().getPath() + path + " HTTP/1.1",
              "Host: localhost",
              "Authorization: Bearer " + token,
              "Content-Type: application/json",
              "Idempotency-Key: " + key,
              "Content-Length: " + json.length(),
              "",
              json)
          .getBytes(StandardCharsets.US_ASCII);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
