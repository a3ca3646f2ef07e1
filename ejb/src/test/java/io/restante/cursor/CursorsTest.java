package io.restante.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.keys.Keys;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CursorsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String RESOURCE = "main/mailboxes/bob";

  @TempDir private Path directory;

  @Test
  void aCursorGivesItsPositionBackToItsReader() {
    Cursors cursors = at(NOW);

    assertThat(cursors.open(RESOURCE, "reader", cursors.seal(RESOURCE, "reader", 42)))
        .isEqualTo(42);
  }

  @Test
  void aCursorOutlivesTheProcessThatMadeIt() {
    String cursor = at(NOW).seal(RESOURCE, "reader", 42);

    assertThat(at(NOW).open(RESOURCE, "reader", cursor)).isEqualTo(42);
  }

  @Test
  void aCursorWorksNowhereElseAndForNobodyElse() {
    Cursors cursors = at(NOW);
    String cursor = cursors.seal(RESOURCE, "reader", 42);

    assertRefused(ErrorCode.CURSOR_INVALID, cursors, "main/mailboxes/eve", "reader", cursor);
    assertRefused(ErrorCode.CURSOR_INVALID, cursors, RESOURCE, "eve", cursor);
  }

  @Test
  void noCharacterOfACursorCanBeChanged() {
    Cursors cursors = at(NOW);
    String cursor = cursors.seal(RESOURCE, "reader", 42);

    for (int i = 0; i < cursor.length(); i++) {
      char other = cursor.charAt(i) == 'A' ? 'B' : 'A';
      String forged = cursor.substring(0, i) + other + cursor.substring(i + 1);
      assertRefused(ErrorCode.CURSOR_INVALID, cursors, RESOURCE, "reader", forged);
    }
    assertRefused(ErrorCode.CURSOR_INVALID, cursors, RESOURCE, "reader", cursor + "=");
    assertRefused(ErrorCode.CURSOR_INVALID, cursors, RESOURCE, "reader", "");
    assertRefused(ErrorCode.CURSOR_INVALID, cursors, RESOURCE, "reader", "ü");
  }

  @Test
  void aCursorIsGoodForADay() {
    String cursor = at(NOW).seal(RESOURCE, "reader", 42);
    Instant dayLater = NOW.plus(Duration.ofHours(24));

    assertThat(at(dayLater).open(RESOURCE, "reader", cursor)).isEqualTo(42);
    assertRefused(ErrorCode.CURSOR_EXPIRED, at(dayLater.plusMillis(1)), RESOURCE, "reader", cursor);
  }

  private Cursors at(Instant now) {
    return new Cursors(Keys.at(directory.resolve("keys.json")), Clock.fixed(now, ZoneOffset.UTC));
  }

  private static void assertRefused(
      ErrorCode code, Cursors cursors, String resource, String reader, String cursor) {
    assertThatThrownBy(() -> cursors.open(resource, reader, cursor))
        .isInstanceOfSatisfying(RestanteException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
