package io.restante.retention;

import io.restante.retention.RetentionChangeState.Affected;
import java.time.Instant;

/** What a change would do; made by a query over its mailboxes. */
record RetentionPreview(Affected remove, Affected shorten) {
  /** Sums are null where there are no mailboxes. */
  RetentionPreview(
      Long removeCount,
      Long removeBytes,
      Instant removeOldest,
      Instant removeNewest,
      Long shortenCount,
      Long shortenBytes,
      Instant shortenOldest,
      Instant shortenNewest) {
    this(
        new Affected(or0(removeCount), or0(removeBytes), removeOldest, removeNewest),
        new Affected(or0(shortenCount), or0(shortenBytes), shortenOldest, shortenNewest));
  }

  private static long or0(Long sum) {
    return sum == null ? 0 : sum;
  }
}
