package io.restante.test.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers that a sender may ask for as {@code ttlSeconds}. */
class TtlNumbersIT {

  private static final long MAXIMUM = Duration.ofDays(30).toSeconds();

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();

  private Reply submit(String ttlSeconds) {
    return fixture
        .admin()
        .post(
            mailbox.path() + "/envelopes",
            "{\"messageId\":\"m\",\"body\":\"\",\"ttlSeconds\":" + ttlSeconds + "}");
  }

  private static Duration life(Reply accepted) {
    return Duration.between(
        Instant.parse(accepted.text("acceptedAt")), Instant.parse(accepted.text("expiresAt")));
  }

  @ParameterizedTest
  @CsvSource({
    "60, 60",
    "61, 61",
    "2147483, 2147483",
    "2147484, 2147484",
    "2592000, 2592000",
    "2592001, 2592000",
    "2147483648, 2592000",
    "9223372036854775, 2592000",
    "9223372036854775807, 2592000"
  })
  void positiveNumberIsTakenAndCutAtTheMaximum(String asked, long given) {
    Reply accepted = submit(asked).expect(201);

    assertThat(life(accepted)).isEqualTo(Duration.ofSeconds(given));
    assertThat(given).isLessThanOrEqualTo(MAXIMUM);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-1",
        "1",
        "59",
        "-2147483648",
        "-9223372036854775808",
        "-9223372036854775809",
        "9223372036854775808",
        "99999999999999999999999999"
      })
  void numberBelowTheMinimumOrBeyond64BitsIsRefused(String asked) {
    Refusals.requireInvalid(submit(asked), "ttlSeconds");

    assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isZero();
  }

  @Test
  void nullIsTheDefault() {
    assertThat(life(submit("null").expect(201))).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void anyNumberIsRefusedWhereEnvelopesStayUntilFinalized() {
    RestMailbox lasting = fixture.mailbox(Map.of("retention", "UNTIL_FINALIZED"));

    Refusals.requireInvalid(
        lasting.submit("m", new byte[0], Map.of("ttlSeconds", 3600)), "ttlSeconds");
    assertThat(lasting.submit("m").expect(201).json().has("expiresAt")).isFalse();
  }
}
