package io.restante.test.wake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.LiveSettings;
import io.restante.test.harness.Reply;
import io.restante.test.harness.TestServer;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import io.restante.test.mailbox.TestPrincipal;
import io.restante.test.request.Refusals;
import io.restante.test.request.Rows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated
class WakeRegistrationIT {

  private static final String URL = "http://127.0.0.1:9/in?key=s3cret";

  private MailboxFixture domain;
  private RestMailbox mailbox;

  @BeforeEach
  void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
  }

  @Test
  void callbackIsRegisteredReplacedShownAndRemoved() {
    TestPrincipal receiver = domain.receiver();
    RestMailbox own = mailbox.as(receiver);

    Reply made = put(own, URL).expect(201);
    assertThat(made.text("url")).isEqualTo(URL);
    assertThat(made.text("secret")).startsWith("rws_").hasSize(47);
    assertThat(made.text("createdAt")).isNotBlank();

    Reply shown = own.caller().get(own.path() + "/wake").expect(200);
    assertThat(shown.text("url")).isEqualTo(URL);
    assertThat(shown.text()).doesNotContain("rws_").doesNotContain("secret\"");
    assertThat(shown.json().has("failingSince")).isFalse();

    Reply replaced = put(own, URL + "2").expect(200);
    assertThat(replaced.text("secret")).isNotEqualTo(made.text("secret"));
    assertThat(own.caller().get(own.path() + "/wake").text("url")).isEqualTo(URL + "2");

    own.caller().delete(own.path() + "/wake").expect(204);
    Refusals.require(own.caller().get(own.path() + "/wake"), 404, "NOT_FOUND");
    Refusals.require(own.caller().delete(own.path() + "/wake"), 404, "NOT_FOUND");
    assertThat(flag()).isFalse();
    assertThat(audited())
        .containsExactlyInAnyOrder("wake.register", "wake.register", "wake.remove");
  }

  @Test
  void databaseHoldsNeitherUrlNorSecretInClear() {
    String secret = put(mailbox, URL).expect(201).text("secret");

    byte[] stored =
        (byte[])
            Rows.select(
                    "SELECT w.callback FROM mailbox_wake w JOIN mailbox m ON m.id = w.mailbox_id"
                        + " WHERE m.name = ?",
                    mailbox.name())
                .get(0)
                .get("callback");
    assertThat(new String(stored, ISO_8859_1))
        .doesNotContain("127.0.0.1")
        .doesNotContain("s3cret")
        .doesNotContain(secret.substring(4));
    assertThat(flag()).isTrue();
  }

  @Test
  void deletedMailboxTakesItsCallbackWithIt() {
    put(mailbox, URL).expect(201);

    mailbox.delete(false).expect(204);
    mailbox.put(Map.of()).expect(201);

    Refusals.require(mailbox.caller().get(mailbox.path() + "/wake"), 404, "NOT_FOUND");
    assertThat(flag()).isFalse();
  }

  @Test
  void changedSettingsLeaveTheCallback() {
    put(mailbox, URL).expect(201);

    mailbox.put(Map.of("maxPendingCount", 7)).expect(200);

    assertThat(flag()).isTrue();
    mailbox.caller().get(mailbox.path() + "/wake").expect(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hooks.example.org",
        "ftp://127.0.0.1/",
        "http://user:password@127.0.0.1/",
        "http://127.0.0.1/#x",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f.0.0.1/",
        "http://0177.0.0.1/",
        "http://127.0.0.1:0/"
      })
  void urlThatIsNoneIsRefused(String url) {
    Reply reply = put(mailbox, url);

    Refusals.require(reply, 400, "VALIDATION_FAILED");
    assertThat(reply.text("detail")).contains("url");
    assertThat(flag()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.2/",
        "http://localhost/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.2]/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://8.8.8.8/",
        "https://hooks.example.org/"
      })
  void hostThatIsNotListedIsRefused(String url) {
    Refusals.require(put(mailbox, url), 400, "CALLBACK_REFUSED");
    assertThat(flag()).isFalse();
  }

  @Test
  void listedNameOfAnAddressThatIsNotListedIsRefused() {
    try (LiveSettings settings = TestServer.settings()) {
      settings.set("restante.wake.allowed-hosts", "localhost, nowhere.invalid").apply();
      Refusals.require(put(mailbox, "http://localhost:9/"), 400, "CALLBACK_REFUSED");
      Refusals.require(put(mailbox, "http://nowhere.invalid/"), 400, "CALLBACK_REFUSED");
      assertThat(flag()).isFalse();

      settings.set("restante.wake.allowed-hosts", "localhost, 127.0.0.0/8, ::1").apply();
      put(mailbox, "http://localhost:9/").expect(201);
    }
  }

  private static Reply put(RestMailbox mailbox, String url) {
    return mailbox.caller().put(mailbox.path() + "/wake", Map.of("url", url));
  }

  private boolean flag() {
    return (boolean) Rows.mailbox(mailbox.domain(), mailbox.name()).get("wake_callback");
  }

  private List<String> audited() {
    return domain
        .admin()
        .get("/admin/audit?limit=100&resource=mailboxes/" + mailbox.name())
        .expect(200)
        .json()
        .findValuesAsText("action")
        .stream()
        .filter(action -> action.startsWith("wake."))
        .toList();
  }
}
