package io.restante.web.admin;

import io.restante.retention.RetentionChangeService;
import io.restante.retention.RetentionChangeState;
import io.restante.retention.RetentionChangeState.Affected;
import io.restante.retention.RetentionChangeState.Stage;
import java.time.Instant;
import java.util.List;

/**
 * A retention change.
 *
 * @param remove what the preview found to remove
 * @param shorten what the preview found to shorten
 * @param confirmationToken only in the answer to the preview
 * @param removed what the run has removed so far; absent before it
 * @param shortened what the run has shortened so far; absent before it
 * @param goneMeanwhile what was finalized, expired or deleted between the preview and the run, so
 *     that each number of the preview is what was done and what was gone; absent before the end
 * @param mailboxesLeft how many the run has still to do; absent before it
 */
public record RetentionChangeView(
    String id,
    Stage state,
    String domain,
    String mailboxPattern,
    long ttlSeconds,
    Instant previewedAt,
    Affected remove,
    Affected shorten,
    String confirmationToken,
    Instant confirmBy,
    Instant appliedAt,
    Instant finishedAt,
    Affected removed,
    Affected shortened,
    Gone goneMeanwhile,
    Long mailboxesLeft) {
  /**
   * What the run did not find any more, of what was to be removed and of what was to be shortened.
   */
  public record Gone(Affected remove, Affected shorten) {}

  /** A confirmation of a preview. */
  public record Confirmation(String confirmationToken) {}

  /** Changes, newest first. */
  public record Page(List<RetentionChangeView> changes, String nextCursor, boolean hasMore) {}

  static RetentionChangeView of(RetentionChangeService.Previewed previewed) {
    return of(previewed.state(), previewed.confirmationToken());
  }

  static RetentionChangeView of(RetentionChangeState change) {
    return of(change, null);
  }

  private static RetentionChangeView of(RetentionChangeState change, String confirmationToken) {
    boolean began = change.appliedAt() != null;
    return new RetentionChangeView(
        change.id(),
        change.stage(),
        change.domain(),
        change.mailboxPattern(),
        change.ttlSeconds(),
        change.previewedAt(),
        change.remove(),
        change.shorten(),
        confirmationToken,
        change.confirmBy(),
        change.appliedAt(),
        change.finishedAt(),
        began ? change.removed() : null,
        began ? change.shortened() : null,
        change.stage() == Stage.DONE ? gone(change) : null,
        began ? change.mailboxesLeft() : null);
  }

  private static Gone gone(RetentionChangeState change) {
    return new Gone(
        change.remove().without(change.removed()), change.shorten().without(change.shortened()));
  }
}
