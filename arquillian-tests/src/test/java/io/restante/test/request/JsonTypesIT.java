package io.restante.test.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.RestClient;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of another type than the field's are refused, and never read as something similar. */
class JsonTypesIT {

  private static MailboxFixture fixture;
  private static RestMailbox mailbox;
  private static RestClient admin;

  @BeforeAll
  static void makeMailbox() {
    fixture = MailboxFixture.newDomain();
    mailbox = fixture.mailbox();
    admin = fixture.admin();
  }

  private static void assertRefused(String field, String value) {
    Refusals.requireInvalid(
        admin.post(mailbox.path() + "/envelopes", envelope(field, value)), field);
    assertThat(mailbox.count()).isZero();
  }

  /** An acceptable envelope but for the field. */
  private static String envelope(String field, String value) {
    StringBuilder json = new StringBuilder("{\"" + field + "\":" + value);
    for (String other : List.of("messageId", "body")) {
      if (!other.equals(field)) {
        json.append(",\"").append(other).append("\":\"AAAA\"");
      }
    }
    return json.append('}').toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "1.5", "true", "false", "[]", "[\"m\"]", "{}", "{\"a\":1}"})
  void textIsOnlyReadFromText(String value) {
    assertRefused("messageId", value);
    assertRefused("body", value);
    assertRefused("contentType", value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\"60\"", "\"\"", "60.0", "60.5", "6e1", "true", "[60]", "{}", "1e400", "-"})
  void numbersAreOnlyReadFromWholeNumbers(String value) {
    if (value.equals("-")) {
      Refusals.require(
          admin.post(mailbox.path() + "/envelopes", envelope("ttlSeconds", value)),
          400,
          "VALIDATION_FAILED");
    } else {
      assertRefused("ttlSeconds", value);
      assertRefused("protocolVersion", value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "\"1\"", "\"other\"", "\"\"", "true", "[\"OTHER\"]", "{}"})
  void reasonOfADiscardIsOnlyReadFromItsName(String value) {
    Refusals.requireInvalid(
        admin.post(
            mailbox.path() + "/discards",
            "{\"sender\":\"s\",\"messageId\":\"m\",\"reason\":" + value + "}"),
        "reason");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "\"timed\"", "\"\"", "false", "[]"})
  void settingsAreOnlyReadFromTheirNames(String value) {
    Refusals.requireInvalid(
        admin.put(mailbox.path(), "{\"retention\":" + value + "}"), "retention");
    Refusals.requireInvalid(
        admin.put(mailbox.path(), "{\"acknowledgements\":" + value + "}"), "acknowledgements");
    Refusals.requireInvalid(
        admin.post("/principals", "{\"name\":\"never-made\",\"kind\":" + value + "}"), "kind");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1893456000",
        "1893456000.5",
        "\"1893456000\"",
        "\"2030-01-01\"",
        "\"2030-01-01T00:00:00\"",
        "\"2030-13-01T00:00:00Z\"",
        "\"2030-02-30T00:00:00Z\"",
        "\"+1000000000-12-31T23:59:59.999999999Z\"",
        "\"+10000-01-01T00:00:00Z\"",
        "\"tomorrow\"",
        "\"\"",
        "true",
        "{}"
      })
  void timesAreOnlyReadFromRfc3339(String value) {
    String path = "/principals/" + admin.get("/whoami").text("principalId") + "/tokens";

    Refusals.requireInvalid(admin.post(path, "{\"expiresAt\":" + value + "}"), "expiresAt");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2030-01-01T00:00:00Z",
        "2030-01-01T00:00:00.123Z",
        "2030-01-01T02:00:00+02:00",
        "9999-12-31T23:59:59.999Z"
      })
  void timesOfRfc3339AreRead(String time) {
    String path = "/principals/" + fixture.principal().id() + "/tokens";

    admin.post(path, "{\"expiresAt\":\"" + time + "\"}").expect(201);

    assertThat(admin.get(path).expect(200).json().path("tokens").findValuesAsText("expiresAt"))
        .containsExactly(
            OffsetDateTime.parse(time)
                .withOffsetSameInstant(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")));
  }

  @Test
  void listsAreOnlyReadFromLists() {
    String path = "/domains/" + fixture.domain() + "/envelopes";
    for (String items : List.of("{}", "\"\"", "null", "[]", "[null]", "[[]]", "[1]", "[\"a\"]")) {
      Refusals.require(admin.post(path, "{\"items\":" + items + "}"), 400, "VALIDATION_FAILED");
      Refusals.require(
          admin.post(mailbox.path() + "/acknowledgements", "{\"items\":" + items + "}"),
          400,
          "VALIDATION_FAILED");
    }
  }

  @Test
  void hundredItemsAreTheMost() {
    admin.post(mailbox.path() + "/acknowledgements", identities(100)).expect(200);
    Refusals.requireInvalid(
        admin.post(mailbox.path() + "/acknowledgements", identities(101)), "items");
  }

  private static String identities(int number) {
    String identity = "{\"sender\":\"s\",\"messageId\":\"m\"}";
    return "{\"items\":[" + String.join(",", Collections.nCopies(number, identity)) + "]}";
  }
}
