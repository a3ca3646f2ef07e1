package io.restante.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MailboxTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration MAX_TTL = Duration.ofDays(30);
  private static final MailboxConfig CONFIG =
      new MailboxConfig(
          Duration.ofSeconds(60),
          MAX_TTL,
          Set.of(1),
          Duration.ofSeconds(60),
          Optional.of(Duration.ofDays(30)));

  @Test
  void sequencesRiseByOneAndAcceptanceNeverGoesBack() {
    Mailbox mailbox = mailbox(MailboxSettings.defaults());

    EnvelopeHead first = accept(mailbox, "a", null, NOW);
    EnvelopeHead second = accept(mailbox, "b", null, NOW.minusSeconds(5));

    assertThat(first.sequence()).isEqualTo(1);
    assertThat(second.sequence()).isEqualTo(2);
    assertThat(second.acceptedAt()).isEqualTo(NOW);
  }

  @Test
  void aLifeThatIsTooLongIsCutAtTheInstancesMaximum() {
    Mailbox mailbox = mailbox(MailboxSettings.defaults());

    assertThat(accept(mailbox, "a", Long.MAX_VALUE, NOW).expiresAt()).isEqualTo(NOW.plus(MAX_TTL));
    assertThat(accept(mailbox, "b", null, NOW).expiresAt()).isEqualTo(NOW.plus(Duration.ofDays(7)));
    assertThat(accept(mailbox, "c", 2_147_484L, NOW).expiresAt())
        .isEqualTo(NOW.plusSeconds(2_147_484));
  }

  @Test
  void envelopesThatAreHeldUntilFinalizedNeverExpire() {
    Mailbox mailbox = mailbox(untilFinalized());

    assertThat(accept(mailbox, "a", null, NOW).expiresAt()).isNull();
    assertThatThrownBy(() -> mailbox.requireAcceptable(submission("b", 60L, 1, 1), CONFIG))
        .hasMessageContaining("ttlSeconds");
  }

  @Test
  void roomIsCountedInEnvelopesAndBytes() {
    Mailbox mailbox =
        mailbox(
            new MailboxSettings(
                Retention.TIMED, 60L, 2, 1_024, 1_024, Acknowledgements.NONE, true));
    mailbox.accept(draft(submission("a", null, 1_000, 1)), NOW, MAX_TTL);

    assertThat(mailbox.hasRoomFor(24)).isTrue();
    assertThat(mailbox.hasRoomFor(25)).isFalse();
    EnvelopeHead second = mailbox.accept(draft(submission("b", null, 0, 1)), NOW, MAX_TTL).head();
    assertThat(mailbox.hasRoomFor(0)).isFalse();
    mailbox.release(second);
    assertThat(mailbox.hasRoomFor(0)).isTrue();
  }

  @Test
  void aBodyAboveTheMailboxsLimitIsTooLarge() {
    Mailbox mailbox =
        mailbox(
            new MailboxSettings(Retention.TIMED, 60L, 2, 1_024, 10, Acknowledgements.NONE, true));

    mailbox.requireAcceptable(submission("a", null, 10, 1), CONFIG);
    assertThatThrownBy(() -> mailbox.requireAcceptable(submission("a", null, 11, 1), CONFIG))
        .isInstanceOfSatisfying(
            RestanteException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.ENVELOPE_TOO_LARGE));
  }

  @Test
  void theInstanceRefusesVersionsAndLivesThatItDoesNotAllow() {
    Mailbox mailbox = mailbox(MailboxSettings.defaults());

    assertThatThrownBy(() -> mailbox.requireAcceptable(submission("a", null, 1, 2), CONFIG))
        .hasMessageContaining("protocolVersion");
    assertThatThrownBy(() -> mailbox.requireAcceptable(submission("a", 59L, 1, 1), CONFIG))
        .hasMessageContaining("at least 60");
    mailbox.requireAcceptable(submission("a", 60L, 1, 1), CONFIG);
  }

  @Test
  void theRetentionIsFixedWhileEnvelopesExist() {
    Mailbox mailbox = mailbox(MailboxSettings.defaults());
    EnvelopeHead held = accept(mailbox, "a", null, NOW);

    assertThatThrownBy(() -> mailbox.change(untilFinalized()))
        .isInstanceOfSatisfying(
            RestanteException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    mailbox.release(held);
    mailbox.change(untilFinalized());
    assertThat(mailbox.settings().retention()).isEqualTo(Retention.UNTIL_FINALIZED);
  }

  @Test
  void anEnvelopeIsGoneAtItsExpiryAndNotBefore() {
    EnvelopeHead head = accept(mailbox(MailboxSettings.defaults()), "a", 60L, NOW);

    assertThat(head.isExpired(NOW.plusMillis(59_999))).isFalse();
    assertThat(head.isExpired(NOW.plusMillis(60_000))).isTrue();
  }

  private static EnvelopeHead accept(Mailbox mailbox, String id, Long ttl, Instant now) {
    return mailbox.accept(draft(submission(id, ttl, 1, 1)), now, MAX_TTL).head();
  }

  private static MailboxSettings untilFinalized() {
    return new MailboxSettings(
        Retention.UNTIL_FINALIZED, null, 10, 1_024, 10, Acknowledgements.NONE, true);
  }

  private static Mailbox mailbox(MailboxSettings settings) {
    return new Mailbox(1, "m", settings, NOW);
  }

  private static Submission submission(String id, Long ttl, int bytes, int version) {
    return new Submission(
        new MailboxAddress("d", "m"), id, new byte[bytes], version, null, ttl, null);
  }

  private static EnvelopeDraft draft(Submission submission) {
    return EnvelopeDraft.of(
        "s", submission, StoredBody.clear(submission.body(), new byte[32]), null);
  }
}
