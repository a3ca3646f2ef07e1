package io.restante.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.keys.Keys;
import io.restante.mailbox.EnvelopeCutter;
import io.restante.mailbox.MailboxPattern;
import io.restante.mailbox.RetentionCut;
import io.restante.retention.RetentionChangeState.Affected;
import io.restante.retention.RetentionChangeState.Stage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionChangeTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final RetentionCut CUT = new RetentionCut(NOW, Duration.ofHours(1));

  @TempDir private Path directory;

  private final RetentionChange change = change("c1", "alice");

  @Test
  void itRunsOnceItIsConfirmedAndIsDoneOnceItIsFinished() {
    change.preview(
        new RetentionPreview(new Affected(3, 30, NOW, NOW), new Affected(2, 20, NOW, NOW)));
    assertThat(change.apply(NOW.plus(RetentionChange.CONFIRMATION))).isTrue();
    assertThat(change.isApplying()).isTrue();
    change.did(new EnvelopeCutter.Piece(1, 10, 2, 20, 5, false));
    change.did(new EnvelopeCutter.Piece(1, 10, 0, 0, 9, true));
    change.finish(NOW);

    RetentionChangeState end = change.state(0);
    assertThat(end.stage()).isEqualTo(Stage.DONE);
    assertThat(end.remove().without(end.removed())).isEqualTo(Affected.of(1, 10));
    assertThat(end.shorten().without(end.shortened())).isEqualTo(Affected.of(0, 0));
    assertThat(change.apply(NOW)).as("again").isFalse();
    assertThat(change.isApplying()).isFalse();
  }

  @Test
  void itCannotBeConfirmedTooLate() {
    assertExpired(NOW.plus(RetentionChange.CONFIRMATION).plusMillis(1));
    change.expire();
    assertExpired(NOW);
  }

  @Test
  void aConfirmationIsOfItsChangeAndPrincipal() {
    Confirmations confirmations = new Confirmations(Keys.at(directory.resolve("keys.json")));
    String token = confirmations.seal(change);

    confirmations.require(change, "alice", token);
    assertInvalid(() -> confirmations.require(change, "bob", token));
    assertInvalid(() -> confirmations.require(change("c2", "alice"), "alice", token));
    assertInvalid(() -> confirmations.require(change("c1", "bob"), "bob", token));
    assertInvalid(() -> confirmations.require(change, "alice", token + "A"));
    assertInvalid(() -> confirmations.require(change, "alice", "no base64 !"));
  }

  private void assertExpired(Instant now) {
    assertThatThrownBy(() -> change.apply(now))
        .isInstanceOfSatisfying(
            RestanteException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOKEN_EXPIRED));
  }

  private static void assertInvalid(Runnable confirmation) {
    assertThatThrownBy(confirmation::run)
        .isInstanceOfSatisfying(
            RestanteException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOKEN_INVALID));
  }

  private static RetentionChange change(String id, String principal) {
    return new RetentionChange(id, principal, null, MailboxPattern.all(), CUT);
  }
}
