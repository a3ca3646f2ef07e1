package io.restante.queue;

import io.restante.access.Caller;
import io.restante.database.TransactionRetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;

/** Purges a queue, piece by piece, each in its own transaction: others get between them. */
@ApplicationScoped
public class QueuePurge {
  /** What one request does at most; it is repeated for more. */
  private static final int PIECES = 100;

  @Inject private MessageAdministration messages;
  @Inject private TransactionRetry retry;
  @Inject private Clock clock;

  /**
   * What was done.
   *
   * @param before the cut, not later than when it began
   */
  public record Done(Instant before, long purged, boolean hasMore) {}

  /** Takes out what is ready or scheduled and was sent by the cut. Harmless to do again. */
  public Done run(Caller caller, QueueAddress queue, Instant before) {
    messages.requirePurger(caller, queue);
    Instant now = clock.instant();
    Instant cut = before.isAfter(now) ? now : before;
    long purged = 0;
    PurgePiece piece = PurgePiece.FIRST;
    for (int i = 0; i < PIECES && !piece.isLast(); i++) {
      PurgePiece last = piece;
      piece = retry.call(() -> messages.purge(queue, cut, last));
      purged += piece.purged();
    }
    return new Done(cut, purged, !piece.isLast());
  }
}
