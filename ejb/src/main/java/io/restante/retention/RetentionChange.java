package io.restante.retention;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.mailbox.EnvelopeCutter;
import io.restante.mailbox.MailboxPattern;
import io.restante.mailbox.RetentionCut;
import io.restante.retention.RetentionChangeState.Affected;
import io.restante.retention.RetentionChangeState.Stage;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;

/**
 * A retention change: its preview, and how far its run is. Changed only under the lock of its row.
 */
@Entity
@Table(name = "retention_change")
class RetentionChange {
  /** How long a preview can be confirmed. */
  static final Duration CONFIRMATION = Duration.ofMinutes(10);

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(name = "change_id", updatable = false)
  private String changeId;

  @Enumerated(EnumType.STRING)
  @Column(name = "state")
  private Stage stage;

  @Column(updatable = false)
  private String principal;

  @Column(updatable = false)
  private String domain;

  @Column(name = "mailbox_pattern", updatable = false)
  private String mailboxPattern;

  @Column(name = "ttl_seconds", updatable = false)
  private long ttlSeconds;

  @Column(name = "previewed_at", updatable = false)
  private Instant previewedAt;

  @Column(name = "confirm_by", updatable = false)
  private Instant confirmBy;

  @Column(name = "applied_at")
  private Instant appliedAt;

  @Column(name = "finished_at")
  private Instant finishedAt;

  @Column(name = "remove_count")
  private long removeCount;

  @Column(name = "remove_bytes")
  private long removeBytes;

  @Column(name = "remove_oldest")
  private Instant removeOldest;

  @Column(name = "remove_newest")
  private Instant removeNewest;

  @Column(name = "shorten_count")
  private long shortenCount;

  @Column(name = "shorten_bytes")
  private long shortenBytes;

  @Column(name = "shorten_oldest")
  private Instant shortenOldest;

  @Column(name = "shorten_newest")
  private Instant shortenNewest;

  @Column(name = "removed_count")
  private long removedCount;

  @Column(name = "removed_bytes")
  private long removedBytes;

  @Column(name = "shortened_count")
  private long shortenedCount;

  @Column(name = "shortened_bytes")
  private long shortenedBytes;

  protected RetentionChange() {}

  RetentionChange(
      String changeId, String principal, String domain, MailboxPattern pattern, RetentionCut cut) {
    this.changeId = changeId;
    this.stage = Stage.PREVIEWED;
    this.principal = principal;
    this.domain = domain;
    this.mailboxPattern = pattern.text();
    this.ttlSeconds = cut.ttl().toSeconds();
    this.previewedAt = cut.fixedAt();
    this.confirmBy = previewedAt.plus(CONFIRMATION);
  }

  void preview(RetentionPreview found) {
    removeCount = found.remove().count();
    removeBytes = found.remove().bytes();
    removeOldest = found.remove().oldestAcceptedAt();
    removeNewest = found.remove().newestAcceptedAt();
    shortenCount = found.shorten().count();
    shortenBytes = found.shorten().bytes();
    shortenOldest = found.shorten().oldestAcceptedAt();
    shortenNewest = found.shorten().newestAcceptedAt();
  }

  /**
   * Begins the run.
   *
   * @return whether it began; false if it had before, which is no mistake
   * @throws RestanteException TOKEN_EXPIRED if it is too late
   */
  boolean apply(Instant now) {
    if (appliedAt != null) {
      return false;
    }
    if (stage == Stage.EXPIRED || now.isAfter(confirmBy)) {
      throw new RestanteException(
          ErrorCode.TOKEN_EXPIRED,
          "The preview is older than ten minutes, and may be wrong by now; preview anew.");
    }
    stage = Stage.APPLYING;
    appliedAt = now;
    return true;
  }

  boolean isApplying() {
    return stage == Stage.APPLYING;
  }

  boolean isPreviewed() {
    return stage == Stage.PREVIEWED;
  }

  void did(EnvelopeCutter.Piece piece) {
    removedCount += piece.removed();
    removedBytes += piece.removedBytes();
    shortenedCount += piece.shortened();
    shortenedBytes += piece.shortenedBytes();
  }

  void finish(Instant now) {
    stage = Stage.DONE;
    finishedAt = now;
  }

  void expire() {
    stage = Stage.EXPIRED;
  }

  RetentionCut cut() {
    return new RetentionCut(previewedAt, Duration.ofSeconds(ttlSeconds));
  }

  Long key() {
    return id;
  }

  String changeId() {
    return changeId;
  }

  String principal() {
    return principal;
  }

  String domain() {
    return domain;
  }

  /** As the audit names it. */
  String resource() {
    return "retention-changes/" + changeId;
  }

  RetentionChangeState state(long mailboxesLeft) {
    return new RetentionChangeState(
        changeId,
        stage,
        domain,
        mailboxPattern,
        ttlSeconds,
        previewedAt,
        confirmBy,
        appliedAt,
        finishedAt,
        new Affected(removeCount, removeBytes, removeOldest, removeNewest),
        new Affected(shortenCount, shortenBytes, shortenOldest, shortenNewest),
        Affected.of(removedCount, removedBytes),
        Affected.of(shortenedCount, shortenedBytes),
        mailboxesLeft);
  }
}
