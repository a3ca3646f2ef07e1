package io.restante.test.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Rows;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Answers that hold a token or bodies are replayed whole, but not stored in clear. */
class SecretAnswersIT {

  private final MailboxFixture fixture = MailboxFixture.newDomain();

  /** Everything that is kept, byte for byte, as text. */
  private static String kept() {
    StringBuilder text = new StringBuilder();
    for (Map<String, Object> row : Rows.select("SELECT * FROM idempotency_record")) {
      row.values()
          .forEach(
              value ->
                  text.append(
                          value instanceof byte[] bytes
                              ? new String(bytes, StandardCharsets.ISO_8859_1)
                              : String.valueOf(value))
                      .append('\n'));
    }
    return text.toString();
  }

  @Test
  void issuedTokenIsReplayedAndNotStored() {
    TestPrincipal principal = fixture.sender();
    String path = "/principals/" + principal.id() + "/tokens";
    RestClient caller = fixture.admin().withKey("token-key-seldom-seen");

    Reply first = caller.post(path, Map.of("label", "l")).expect(201);
    Reply second = caller.post(path, Map.of("label", "l"));

    Replays.requireReplay(second, first);
    RestClient.as(second.text("token")).get("/whoami").expect(200);
    assertThat(fixture.admin().get(path).json().path("tokens")).hasSize(2);
    assertThat(kept())
        .doesNotContain(first.text("token"))
        .doesNotContain(first.text("token").substring(4))
        .doesNotContain("token-key-seldom-seen");
  }

  @Test
  void drainedBodiesAreReplayedAndNotStored() {
    RestMailbox mailbox = fixture.mailbox();
    String body = "a body that nobody else may read";
    mailbox.submit("m", body.getBytes(StandardCharsets.UTF_8)).expect(201);
    RestClient caller = fixture.receiver().client().withKey("drain");

    Reply first = caller.send("POST", mailbox.path() + "/drain", null).expect(200);
    Reply second = caller.send("POST", mailbox.path() + "/drain", null);

    Replays.requireReplay(second, first);
    String base64 = second.json().path("envelopes").get(0).path("body").asText();
    assertThat(Base64.getDecoder().decode(base64)).asString().isEqualTo(body);
    assertThat(kept()).doesNotContain(body).doesNotContain(base64);
  }

  @Test
  void submittedBodyIsNotKept() {
    RestMailbox mailbox = fixture.mailbox();
    String body = "another body that nobody else may read";
    RestMailbox keyed = mailbox.as(fixture.sender().client().withKey("submit-key-seldom-seen"));

    keyed.submit("m", body.getBytes(StandardCharsets.UTF_8)).expect(201);

    assertThat(kept())
        .doesNotContain(body)
        .doesNotContain(Base64.getEncoder().encodeToString(body.getBytes(StandardCharsets.UTF_8)))
        .doesNotContain("submit-key-seldom-seen");
  }

  @Test
  void everyTableIsFreeOfTheToken() {
    String token = fixture.sender().token();

    for (Map<String, Object> column :
        Rows.select(
            "SELECT table_name AS t, column_name AS c FROM information_schema.columns"
                + " WHERE table_schema = DATABASE() AND data_type IN"
                + " ('varchar', 'char', 'text', 'mediumtext', 'binary', 'varbinary', 'mediumblob')")) {
      List<Map<String, Object>> found =
          Rows.select(
              "SELECT 1 FROM `" + column.get("t") + "` WHERE INSTR(`" + column.get("c") + "`, ?)",
              token.getBytes(StandardCharsets.US_ASCII));
      assertThat(found).as(column.toString()).isEmpty();
    }
  }
}
