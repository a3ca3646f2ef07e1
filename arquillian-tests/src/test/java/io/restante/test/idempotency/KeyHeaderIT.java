package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.RawHttp;
import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header as it is sent. */
class KeyHeaderIT {

  private static final String BODY = "{\"messageId\":\"m\",\"body\":\"\"}";

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();

  /** Sends the submit with these header lines, as bytes, and returns the whole answer. */
  private String submit(String... headers) {
    try (RawHttp connection = RawHttp.connect(TestServer.baseUri())) {
      connection.send(
          String.join(
                  "\r\n",
                  "POST /restante/v1" + mailbox.path() + "/envelopes HTTP/1.1",
                  "Host: localhost",
                  "Connection: close",
                  "Authorization: Bearer " + TestServer.adminToken(),
                  "Content-Type: application/json",
                  "Content-Length: " + BODY.length(),
                  String.join("\r\n", headers),
                  "",
                  BODY)
              .getBytes(StandardCharsets.UTF_8));
      return connection.readAll();
    }
  }

  private void assertRefused(String answer) {
    assertThat(answer)
        .startsWith("HTTP/1.1 400")
        .contains("application/problem+json", "VALIDATION_FAILED", "Idempotency-Key");
    assertThat(mailbox.count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Idempotency-Key:",
        "Idempotency-Key:    ",
        "Idempotency-Key: two words",
        "Idempotency-Key: \u00e9",
        "Idempotency-Key: \u20ac",
        "Idempotency-Key: a\tb",
        "Idempotency-Key: a\u007f"
      })
  void whatIsNotVisibleAsciiIsRefused(String header) {
    assertRefused(submit(header));
  }

  @Test
  void atMost255CharactersAreTaken() {
    assertRefused(submit("Idempotency-Key: " + "k".repeat(256)));
    assertThat(submit("Idempotency-Key: " + "k".repeat(255))).startsWith("HTTP/1.1 201");
  }

  @Test
  void twoValuesAreRefused() {
    assertRefused(submit("Idempotency-Key: a", "Idempotency-Key: b"));
    assertRefused(submit("Idempotency-Key: a", "idempotency-key: A"));
    assertRefused(submit("Idempotency-Key: a", "Idempotency-Key:"));
  }

  @Test
  void oneValueTwiceIsOneKey() {
    assertThat(submit("Idempotency-Key: a", "Idempotency-Key: a")).startsWith("HTTP/1.1 201");
    assertThat(submit("Idempotency-Key: a"))
        .startsWith("HTTP/1.1 201")
        .contains("Idempotency-Replayed: true");
  }

  @Test
  void nameIsReadInAnyCase() {
    assertThat(submit("iDEMPOTENCY-kEY: a")).startsWith("HTTP/1.1 201");
    assertThat(submit("Idempotency-Key: a")).contains("Idempotency-Replayed: true");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "X-Idempotency-Key: a",
        "Not-Idempotency-Key: a",
        "Idempotency-Keys: a",
        "Idempotency_Key: a",
        "X-Idempotency-Key: not visible ASCII \u00e9"
      })
  void headerThatOnlyResemblesItIsAnother(String header) {
    assertThat(submit("Idempotency-Key: a")).startsWith("HTTP/1.1 201");

    assertThat(submit(header))
        .startsWith("HTTP/1.1 200")
        .doesNotContain("Idempotency-Replayed")
        .contains("\"duplicate\":true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"!", "~", "\"quoted\"", "a,b", "a;b=c", "%20", "{}", "'--"})
  void everyVisibleCharacterIsTaken(String key) {
    RestClient caller = fixture.admin().withKey(key);
    Map<String, String> envelope = Map.of("messageId", "m", "body", "");

    Reply first = caller.post(mailbox.path() + "/envelopes", envelope).expect(201);
    Reply second = caller.post(mailbox.path() + "/envelopes", envelope);

    Replays.requireReplay(second, Replays.requireFirst(first));
  }

  @Test
  void everyKindOfWriteReadsIt() {
    RestClient bad = fixture.admin().with("Idempotency-Key", "two words");

    assertThat(
            List.of(
                bad.put("/domains/" + MailboxFixture.unique("d"), "{}").status(),
                bad.put(mailbox.path(), "{}").status(),
                bad.send("POST", mailbox.path() + "/drain", null).status(),
                bad.delete(mailbox.path()).status(),
                bad.post(
                        "/principals", Map.of("name", MailboxFixture.unique("p"), "kind", "DEVICE"))
                    .status()))
        .containsOnly(400);
    mailbox.get().expect(200);
  }
}
