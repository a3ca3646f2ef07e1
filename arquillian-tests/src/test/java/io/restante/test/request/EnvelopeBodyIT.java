package io.restante.test.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.restante.test.harness.Reply;
import io.restante.test.mailbox.MailboxFixture;
import io.restante.test.mailbox.RestMailbox;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of envelopes: their sizes and their base64. */
class EnvelopeBodyIT {

  private static final int DEFAULT_LIMIT = 262_144;
  private static final int HIGHEST_LIMIT = 4 << 20;

  private final MailboxFixture fixture = MailboxFixture.newDomain();
  private final RestMailbox mailbox = fixture.mailbox();

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  private byte[] pulled(RestMailbox from) {
    return Base64.getDecoder().decode(from.pullAll(1).get(0).path("body").asText());
  }

  private Reply submit(String base64) {
    return fixture
        .admin()
        .post(mailbox.path() + "/envelopes", "{\"messageId\":\"m\",\"body\":\"" + base64 + "\"}");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 255, DEFAULT_LIMIT - 1, DEFAULT_LIMIT})
  void bodyUpToTheLimitComesBackIdentical(int size) {
    mailbox.submit("m", random(size)).expect(201);

    assertThat(pulled(mailbox)).isEqualTo(random(size));
  }

  @Test
  void bodyAboveTheLimitIsRefusedAndStoresNothing() {
    Map<String, Object> before = Rows.mailbox(mailbox.domain(), mailbox.name());

    Refusals.require(mailbox.submit("m", random(DEFAULT_LIMIT + 1)), 413, "ENVELOPE_TOO_LARGE");

    assertThat(Rows.mailbox(mailbox.domain(), mailbox.name())).isEqualTo(before);
    assertThat(Rows.envelopes(mailbox.domain(), mailbox.name())).isZero();
  }

  @Test
  void highestLimitOfAMailboxIsReachable() {
    RestMailbox large = fixture.mailbox(Map.of("maxEnvelopeBytes", HIGHEST_LIMIT));

    large.submit("m", random(HIGHEST_LIMIT)).expect(201);

    assertThat(pulled(large)).isEqualTo(random(HIGHEST_LIMIT));
    Refusals.require(large.submit("n", random(HIGHEST_LIMIT + 1)), 413, "ENVELOPE_TOO_LARGE");
  }

  @Test
  void lowestLimitOfAMailboxIsOneByte() {
    RestMailbox small = fixture.mailbox(Map.of("maxEnvelopeBytes", 1));

    small.submit("none", random(0)).expect(201);
    small.submit("one", random(1)).expect(201);
    Refusals.require(small.submit("two", random(2)), 413, "ENVELOPE_TOO_LARGE");
  }

  @Test
  void bodyHoldsEveryByte() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    mailbox.submit("m", all).expect(201);

    assertThat(pulled(mailbox)).isEqualTo(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A",
        "AA",
        "AAA",
        "AAAAA",
        "AA=",
        "=",
        "====",
        "A===",
        "AA==AA==",
        "AAAA=",
        "A_-=",
        "AA-_",
        " AAAA",
        "AAAA ",
        "AA\\nAA",
        "AAAA\\r\\n",
        "AAA\\u0000",
        "AAA\\u00e9",
        "!!!!",
        "AAAA====",
        "AA=A",
        "data:,x"
      })
  void whatIsNotStandardPaddedBase64IsRefused(String base64) {
    Reply refusal = submit(base64);

    Refusals.requireInvalid(refusal, "body");
    assertThat(mailbox.count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"AB==", "AAB="})
  void base64WithStrayBitsIsRefusedOrReadAsItsBytes(String base64) {
    Reply reply = submit(base64);

    if (reply.status() == 201) {
      assertThat(pulled(mailbox)).isEqualTo(Base64.getDecoder().decode(base64));
    } else {
      Refusals.requireInvalid(reply, "body");
    }
  }

  @Test
  void absentBodyIsRefusedAndAnEmptyOneIsNot() {
    Refusals.requireInvalid(
        fixture.admin().post(mailbox.path() + "/envelopes", "{\"messageId\":\"m\"}"), "body");
    Refusals.requireInvalid(
        fixture.admin().post(mailbox.path() + "/envelopes", "{\"messageId\":\"m\",\"body\":null}"),
        "body");
    submit("").expect(201);
  }

  @Test
  void tooLargeItemOfABatchIsRefusedAlone() {
    String large = Base64.getEncoder().encodeToString(random(DEFAULT_LIMIT + 1));
    String items =
        "{\"items\":[{\"mailbox\":\"%1$s\",\"messageId\":\"a\",\"body\":\"\"},"
            + "{\"mailbox\":\"%1$s\",\"messageId\":\"b\",\"body\":\"%2$s\"},"
            + "{\"mailbox\":\"%1$s\",\"messageId\":\"c\",\"body\":\"\"}]}";

    Reply reply =
        fixture
            .admin()
            .post(
                "/domains/" + fixture.domain() + "/envelopes",
                items.formatted(mailbox.name(), large))
            .expect(200);

    assertThat(reply.json().path("items"))
        .extracting(item -> item.path("status").asInt())
        .containsExactly(201, 413, 201);
    assertThat(reply.json().path("items").get(1).path("problem").path("code").asText())
        .isEqualTo("ENVELOPE_TOO_LARGE");
    assertThat(mailbox.pendingIds()).containsExactly("a", "c");
  }
}
