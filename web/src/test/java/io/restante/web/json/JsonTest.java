package io.restante.web.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ValidationFailedException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  record Inner(String id, Long number) {}

  record Sample(List<Inner> items, Integer count, Instant at) {}

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"x\":1}| x is not a known field",
        "{\"items\":[{},{\"y\":1}]}| items[1].y is not a known field",
        "{\"count\":\"1\"}| count",
        "{\"count\":1.5}| count",
        "{\"items\":[{\"number\":99999999999999999999}]}| items[0].number",
        "{\"at\":\"yesterday\"}| at is malformed",
        "{\"items\":{}}| items",
      })
  void aRefusalNamesTheField(String json, String message) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(ValidationFailedException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "{",
        "{} {}",
        "{\"count\":1,\"count\":1}",
        "[",
        "\u0000",
        "{'count':1}"
      })
  void whatIsNotOneObjectIsRefused(String json) {
    assertThatThrownBy(() -> read(json)).isInstanceOf(ValidationFailedException.class);
  }

  @Test
  void deepNestingIsRefusedBeforeItIsRead() {
    assertThatThrownBy(() -> read("[".repeat(100_000)))
        .isInstanceOf(ValidationFailedException.class);
    assertThatThrownBy(() -> read("{\"x\":".repeat(100_000)))
        .isInstanceOf(ValidationFailedException.class);
  }

  @Test
  void requestsThatSayTheSameHaveOneFingerprint() {
    byte[] one = Json.fingerprint(read("{\"count\":1,\"items\":[{\"id\":\"a\",\"number\":2}]}"));
    byte[] same =
        Json.fingerprint(
            read(" { \"items\" : [ {\"number\":2, \"id\":\"\\u0061\"} ], \"count\":1 }"));
    byte[] other = Json.fingerprint(read("{\"count\":2,\"items\":[{\"id\":\"a\",\"number\":2}]}"));

    assertThat(one).isEqualTo(same).isNotEqualTo(other);
  }

  @Test
  void instantsAlwaysHaveThreeDigitsOfASecond() {
    Sample sample = new Sample(null, null, Instant.parse("2026-01-01T00:00:00Z"));

    assertThat(new String(Json.write(sample), StandardCharsets.UTF_8))
        .isEqualTo("{\"at\":\"2026-01-01T00:00:00.000Z\"}");
  }

  private static Object read(String json) {
    return Json.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), Sample.class);
  }
}
