package io.restante.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A piece of a purge: how many messages it took out, and where the next one begins. First those
 * that are scheduled, then those that are ready, each by sequence: what becomes ready meanwhile is
 * met there. What a consumer has had meanwhile counts as leased.
 *
 * @param state null at the end
 */
public record PurgePiece(MessageState state, long after, int purged) {
  static final PurgePiece FIRST = new PurgePiece(MessageState.SCHEDULED, 0, 0);

  /** Later messages may have been sent a little earlier, by the clock of another node. */
  private static final Duration SKEW = Duration.ofSeconds(10);

  boolean isLast() {
    return state == null;
  }

  PurgePiece next(List<QueueMessage> found, Instant before, int purgedNow) {
    QueueMessage last = found.isEmpty() ? null : found.get(found.size() - 1);
    boolean goesOn =
        found.size() == MessageAdministration.PIECE
            && last.enqueuedAt().isBefore(before.plus(SKEW));
    if (goesOn) {
      return new PurgePiece(state, last.sequence(), purgedNow);
    }
    return new PurgePiece(
        state == MessageState.SCHEDULED ? MessageState.READY : null, 0, purgedNow);
  }
}
