package io.restante.sweep;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;

/**
 * Clears in pieces, each a transaction of its own, with a pause between them, so that callers are
 * hardly slowed however much there is to clear.
 */
public final class BoundedSweep {
  /** The rows of one piece. */
  public static final int PIECE = 500;

  private static final Duration PAUSE = Duration.ofMillis(20);

  private BoundedSweep() {}

  /**
   * @param piece clears at most so many rows, and says how many it did
   * @param mostPieces after which the rest is left to the next round
   * @return the rows cleared
   */
  public static long run(IntUnaryOperator piece, int mostPieces) {
    long cleared = 0;
    for (int i = 0; i < mostPieces; i++) {
      int rows = piece.applyAsInt(PIECE);
      cleared += rows;
      if (rows < PIECE) {
        break;
      }
      pause();
    }
    return cleared;
  }

  /** A pause between two pieces, for whoever else wants the database. */
  public static void pause() {
    LockSupport.parkNanos(PAUSE.toNanos());
  }
}
