package io.restante.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MailboxSoundnessTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final Mailbox mailbox = new Mailbox(1, "m", MailboxSettings.defaults(), NOW);

  @Test
  void whatWasNeverHeldCannotLeave() {
    EnvelopeHead held = accept("a", 3);
    mailbox.release(held);

    assertRecoveryRequired(held);
    assertThat(mailbox.isEmpty()).isTrue();
  }

  @Test
  void moreBytesThanAreHeldCannotLeave() {
    accept("a", 3);

    assertRecoveryRequired(
        accept(new Mailbox(1, "other", MailboxSettings.defaults(), NOW), "b", 4));
    assertThat(mailbox.hasRoomFor(0)).isTrue();
    assertThat(mailbox.isEmpty()).isFalse();
  }

  @Test
  void theLastEnvelopeLeavesNoBytesBehind() {
    accept("a", 3);

    assertRecoveryRequired(
        accept(new Mailbox(1, "other", MailboxSettings.defaults(), NOW), "b", 2));
  }

  @Test
  void figuresAreSoundIfCountersEqualRowsAndNoSequenceIsGivenAgain() {
    MailboxFigures rows = new MailboxFigures(2, 10, 0, 5);

    assertThat(count(new MailboxFigures(2, 10, 0, 5), rows).isSound()).isTrue();
    assertThat(count(new MailboxFigures(2, 10, 0, 9), rows).isSound()).isTrue();
    assertThat(count(new MailboxFigures(2, 10, 0, 4), rows).isSound()).isFalse();
    assertThat(count(new MailboxFigures(3, 10, 0, 5), rows).isSound()).isFalse();
    assertThat(count(new MailboxFigures(2, 9, 0, 5), rows).isSound()).isFalse();
    assertThat(count(new MailboxFigures(2, 10, 1, 5), rows).isSound()).isFalse();
    assertThat(rows.notBelow(9).nextSequence()).isEqualTo(9);
    assertThat(rows.notBelow(4).nextSequence()).isEqualTo(5);
  }

  private static MailboxCount count(MailboxFigures counters, MailboxFigures rows) {
    return new MailboxCount(new MailboxAddress("d", "m"), null, counters, rows, 0);
  }

  private void assertRecoveryRequired(EnvelopeHead envelope) {
    assertThatThrownBy(() -> mailbox.release(envelope))
        .isInstanceOfSatisfying(
            RestanteException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.RECOVERY_REQUIRED);
              assertThat(e.retryAfter()).isPresent();
            });
  }

  private EnvelopeHead accept(String id, int bytes) {
    return accept(mailbox, id, bytes);
  }

  private static EnvelopeHead accept(Mailbox mailbox, String id, int bytes) {
    return mailbox
        .accept(
            EnvelopeDraft.of(
                "s",
                Submission.of(new MailboxAddress("d", "m"), id, new byte[bytes]),
                StoredBody.clear(new byte[bytes], new byte[32]),
                null),
            NOW,
            Duration.ofDays(30))
        .head();
  }
}
