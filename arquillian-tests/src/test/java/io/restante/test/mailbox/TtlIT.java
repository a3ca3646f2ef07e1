package io.restante.test.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.restante.test.harness.Reply;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long an envelope lives: what the sender asks, what the mailbox and the instance allow. */
class TtlIT {

  private static final long MAXIMUM = Duration.ofDays(30).toSeconds();
  private static final byte[] BODY = {1};

  private static MailboxFixture domain;
  private static RestMailbox mailbox;

  @BeforeAll
  static void makeMailbox() {
    domain = MailboxFixture.newDomain();
    mailbox = domain.mailbox();
  }

  /** The minimum; 2^31 ms and a little less; the maximum. */
  @ParameterizedTest
  @ValueSource(longs = {60, 61, 2_147_483, 2_147_484, 2_591_999, 2_592_000})
  void lifeIsAsLongAsTheSenderAsks(long seconds) {
    assertThat(lifeOf(submit(seconds))).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(longs = {2_592_001, 4_294_967_296L, 9_223_372_036_854_775L, Long.MAX_VALUE})
  void lifeAboveTheMaximumIsCutAndTheCutReported(long seconds) {
    assertThat(lifeOf(submit(seconds))).isEqualTo(Duration.ofSeconds(MAXIMUM));
  }

  @ParameterizedTest
  @ValueSource(longs = {59, 1, 0, -1, Long.MIN_VALUE})
  void lifeBelowTheMinimumIsRefused(long seconds) {
    assertRefused(submit(seconds));
  }

  @Test
  void whatIsNoWholeNumberOfSecondsIsRefused() {
    List<Object> wrong =
        List.of(60.5, "60", "PT1H", true, List.of(60), new BigInteger("9223372036854775808"));

    assertThat(wrong)
        .allSatisfy(
            ttl ->
                assertRefused(
                    mailbox.submit(MailboxFixture.unique("m"), BODY, Map.of("ttlSeconds", ttl))));
  }

  @Test
  void reportedExpiryIsWhatTheRecipientSees() {
    RestMailbox own = domain.mailbox();
    JsonNode receipt = own.submit("m1", BODY, Map.of("ttlSeconds", 90)).expect(201).json();

    JsonNode envelope = own.pullAll(1).get(0);

    assertThat(envelope.path("expiresAt")).isEqualTo(receipt.path("expiresAt"));
    assertThat(envelope.path("acceptedAt")).isEqualTo(receipt.path("acceptedAt"));
  }

  @Test
  void withoutAWishTheMailboxDecides() {
    RestMailbox hour = domain.mailbox(Map.of("defaultTtlSeconds", 3_600));

    assertThat(lifeOf(mailbox.submit(MailboxFixture.unique("m")))).isEqualTo(Duration.ofDays(7));
    assertThat(lifeOf(hour.submit("m1"))).isEqualTo(Duration.ofHours(1));
    assertThat(lifeOf(hour.submit("m2", BODY, Map.of("ttlSeconds", 7_200))))
        .as("the sender may ask for more than the default")
        .isEqualTo(Duration.ofHours(2));
  }

  @Test
  void changedDefaultAppliesToNewEnvelopesOnly() {
    RestMailbox changing = domain.mailbox(Map.of("defaultTtlSeconds", 3_600));
    JsonNode first = changing.submit("m1").expect(201).json();

    changing.put(Map.of("defaultTtlSeconds", 60)).expect(200);

    assertThat(lifeOf(changing.submit("m2"))).isEqualTo(Duration.ofMinutes(1));
    assertThat(changing.pullAll(100).get(0).path("expiresAt")).isEqualTo(first.path("expiresAt"));
  }

  @Test
  void mailboxThatHoldsUntilFinalizedTakesNoTtl() {
    RestMailbox holding = domain.mailbox(Map.of("retention", "UNTIL_FINALIZED"));

    assertRefused(holding.submit("m1", BODY, Map.of("ttlSeconds", 3_600)));

    assertThat(holding.submit("m1", BODY).expect(201).json().has("expiresAt")).isFalse();
    assertThat(holding.pullAll(1).get(0).has("expiresAt")).isFalse();
  }

  private static Reply submit(long ttlSeconds) {
    return mailbox.submit(MailboxFixture.unique("m"), BODY, Map.of("ttlSeconds", ttlSeconds));
  }

  private static Duration lifeOf(Reply submit) {
    JsonNode receipt = submit.expect(201).json();
    return Duration.between(
        Instant.parse(receipt.path("acceptedAt").asText()),
        Instant.parse(receipt.path("expiresAt").asText()));
  }

  private static void assertRefused(Reply reply) {
    assertThat(reply.expect(400).code()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.text("detail")).contains("ttlSeconds");
  }
}
