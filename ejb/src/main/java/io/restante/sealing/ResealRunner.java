package io.restante.sealing;

import io.restante.database.TransactionRetry;
import io.restante.error.RestanteException;
import io.restante.keys.Keys;
import io.restante.mailbox.BodyResealing;
import io.restante.queue.MessageResealing;
import io.restante.sweep.BoundedSweep;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.jboss.logging.Logger;

/**
 * Seals anew, piece by piece, what names a key that was added before the primary one. Keys that
 * stand behind it are left alone: while nodes get a new primary key one after the other, no two of
 * them undo each other's work.
 */
@ApplicationScoped
class ResealRunner {
  private static final Logger LOG = Logger.getLogger(ResealRunner.class);
  private static final int PIECE = 100;

  @Inject private ResealTransaction transaction;
  @Inject private TransactionRetry retry;
  @Inject private Keys keys;

  /** Blocks until every body was looked at that names an earlier key. */
  void run() {
    try {
      for (long key : keys.olderSealingKeys()) {
        for (BodyResealing.Table table : BodyResealing.Table.values()) {
          run(table, key);
        }
        runCallbacks(key);
        runMessages(key);
      }
    } catch (RestanteException refusal) {
      LOG.warnf("Sealing anew goes on in the next round: %s.", refusal.code());
    }
  }

  private void runCallbacks(long key) {
    long position = 0;
    while (position < Long.MAX_VALUE) {
      long after = position;
      position = retry.call(() -> transaction.nextCallbacks(key, after, PIECE));
    }
  }

  private void runMessages(long key) {
    long resealed = 0;
    MessageResealing.Piece piece = MessageResealing.Piece.START;
    while (piece.hasMore()) {
      MessageResealing.Piece after = piece;
      piece = retry.call(() -> transaction.nextMessages(key, after, PIECE));
      resealed += piece.resealed();
      if (piece.hasMore()) {
        BoundedSweep.pause();
      }
    }
    told(resealed, key);
  }

  private void run(BodyResealing.Table table, long key) {
    long resealed = 0;
    BodyResealing.Piece piece = new BodyResealing.Piece(0, BodyResealing.Position.START, true);
    while (piece.hasMore()) {
      BodyResealing.Position after = piece.position();
      piece = retry.call(() -> transaction.next(table, key, after, PIECE));
      resealed += piece.resealed();
      if (piece.hasMore()) {
        BoundedSweep.pause();
      }
    }
    told(resealed, key);
  }

  private static void told(long resealed, long key) {
    if (resealed > 0) {
      LOG.infof("Sealed %d bodies anew that named the key %d.", resealed, key);
    }
  }
}
