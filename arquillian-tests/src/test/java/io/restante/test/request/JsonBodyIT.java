package io.restante.test.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests whose JSON is damaged, of another shape, or not JSON at all. None changes anything. */
class JsonBodyIT {

  private static final String SECRET = "do-not-repeat-me";

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();
  private final RestClient admin = fixture.admin();
  private final String submits = mailbox.path() + "/envelopes";
  private Map<String, Object> before;

  @BeforeEach
  void remember() {
    before = Rows.mailbox(mailbox.domain(), mailbox.name());
  }

  @AfterEach
  void nothingIsChanged() {
    assertThat(Rows.mailbox(mailbox.domain(), mailbox.name())).isEqualTo(before);
    assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isZero();
  }

  private static void assertSilent(Reply refusal) {
    assertThat(refusal.text()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "true",
        "17",
        "\"do-not-repeat-me\"",
        "[]",
        "[{\"messageId\":\"do-not-repeat-me\",\"body\":\"\"}]",
        "{",
        "{\"messageId\":\"do-not-repeat-me",
        "{\"messageId\":\"do-not-repeat-me\",\"body\":\"\"",
        "{\"messageId\":\"do-not-repeat-me\",\"body\":\"\"}}",
        "{\"messageId\":\"do-not-repeat-me\",\"body\":\"\"} do-not-repeat-me",
        "{\"messageId\":\"do-not-repeat-me\",\"body\":\"\"}{}",
        "{\"messageId\":\"do-not-repeat-me\",\"body\":\"\",}",
        "{messageId:\"do-not-repeat-me\",\"body\":\"\"}",
        "{'messageId':'do-not-repeat-me','body':''}",
        "{\"messageId\":do-not-repeat-me}",
        "{\"messageId\":\"do-not-repeat-me\",\"body\":\"\\x\"}",
        "{\"messageId\":\"do-not-repeat-me\",\"ttlSeconds\":NaN,\"body\":\"\"}",
        "{\"messageId\":\"do-not-repeat-me\",\"ttlSeconds\":0x3c,\"body\":\"\"}",
        "{\"messageId\":\"do-not-repeat-me\",\"ttlSeconds\":060,\"body\":\"\"}",
        "{\"messageId\":\"do-not-repeat-me\",/* no */\"body\":\"\"}",
        "messageId=do-not-repeat-me&body=",
        "<messageId>do-not-repeat-me</messageId>"
      })
  void whatIsNotOneJsonObjectIsRefused(String body) {
    assertSilent(Refusals.require(admin.post(submits, body), 400, "VALIDATION_FAILED"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"NUL", "{NUL}", "{\"messageId\":\"aNULb\",\"body\":\"\"}"})
  void rawNulIsRefused(String body) {
    Refusals.require(admin.post(submits, body.replace("NUL", "\0")), 400, "VALIDATION_FAILED");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"messageId\":\"m\",\"body\":\"\",\"prio\":\"do-not-repeat-me\"} | prio",
        "{\"messageId\":\"m\",\"body\":\"\",\"sender\":\"do-not-repeat-me\"} | sender",
        "{\"messageId\":\"m\",\"body\":\"\",\"mailbox\":\"do-not-repeat-me\"} | mailbox",
        "{\"messageID\":\"do-not-repeat-me\",\"body\":\"\"} | messageID",
        "{\"messageId\":\"m\",\"body\":\"\",\"\":\"do-not-repeat-me\"} | ''"
      })
  void unknownFieldIsRefusedByItsName(String body, String field) {
    assertSilent(Refusals.requireInvalid(admin.post(submits, body), field));
  }

  @Test
  void unknownFieldOfAnItemIsRefusedByItsPlace() {
    String item = "{\"mailbox\":\"" + mailbox.name() + "\",\"messageId\":\"m\",\"body\":\"\"";
    String body = "{\"items\":[" + item + "}," + item + ",\"x\":\"do-not-repeat-me\"}]}";

    assertSilent(
        Refusals.requireInvalid(
            admin.post("/domains/" + fixture.domain() + "/envelopes", body), "items[1].x"));
  }

  @Test
  void nameOfAnUnknownFieldIsCutShort() {
    Reply refusal = admin.post(submits, "{\"" + "x".repeat(50_000) + "\":1}");

    Refusals.require(refusal, 400, "VALIDATION_FAILED");
    assertThat(refusal.text()).hasSizeLessThan(600);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"messageId\":\"m\",\"body\":\"\",\"body\":\"AAAA\"}",
        "{\"messageId\":\"m\",\"messageId\":\"m\",\"body\":\"\"}",
        "{\"messageId\":\"m\",\"message\\u0049d\":\"n\",\"body\":\"\"}"
      })
  void fieldTwiceIsRefused(String body) {
    Refusals.require(admin.post(submits, body), 400, "VALIDATION_FAILED");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[", "{\"x\":", "{\"messageId\":[", "{\"messageId\":\"m\",\"y\":[{\"z\":"})
  void nestingOfTenThousandLevelsIsRefused(String opening) {
    Refusals.require(admin.post(submits, opening.repeat(10_000)), 400, "VALIDATION_FAILED");
  }

  @Test
  void nestingThatIsWellFormedIsRefusedToo() {
    String nested = "[".repeat(10_000) + "]".repeat(10_000);

    Refusals.require(admin.post(submits, nested), 400, "VALIDATION_FAILED");
    Refusals.require(
        admin.post(submits, "{\"messageId\":\"m\",\"body\":" + nested + "}"),
        400,
        "VALIDATION_FAILED");
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    byte[] latin1 =
        "{\"messageId\":\"caf\u00e9\",\"body\":\"\"}".getBytes(StandardCharsets.ISO_8859_1);
    byte[] overlong = {'{', '"', (byte) 0xc0, (byte) 0xaf, '"', ':', '1', '}'};

    Refusals.require(admin.post(submits, latin1), 400, "VALIDATION_FAILED");
    Refusals.require(admin.post(submits, overlong), 400, "VALIDATION_FAILED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32"})
  void otherUnicodeEncodingsAreRefused(String charset) {
    byte[] body = "{\"messageId\":\"m\",\"body\":\"\"}".getBytes(Charset.forName(charset));

    Refusals.require(admin.post(submits, body), 400, "VALIDATION_FAILED");
  }

  @Test
  void absentRequestBodyIsRefused() {
    Refusals.require(admin.send("POST", submits, null), 400, "VALIDATION_FAILED");
    Refusals.require(
        admin.send("PUT", "/domains/" + fixture.domain(), null), 400, "VALIDATION_FAILED");
  }
}
