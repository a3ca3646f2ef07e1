package io.restante.sealing;

import io.restante.mailbox.BodyResealing;
import io.restante.queue.MessageResealing;
import io.restante.wake.CallbackResealing;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/**
 * The transactions of the re-sealing: each seals one piece. A crash loses the piece at most; the
 * rows themselves say what is left.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
public class ResealTransaction {
  @Inject private BodyResealing bodies;
  @Inject private CallbackResealing callbacks;
  @Inject private MessageResealing messages;

  /** See {@link BodyResealing#next}. */
  public BodyResealing.Piece next(
      BodyResealing.Table table, long key, BodyResealing.Position after, int limit) {
    return bodies.next(table, key, after, limit);
  }

  /** See {@link CallbackResealing#next}. */
  public long nextCallbacks(long key, long after, int limit) {
    return callbacks.next(key, after, limit);
  }

  /** See {@link MessageResealing#next}. */
  public MessageResealing.Piece nextMessages(long key, MessageResealing.Piece after, int limit) {
    return messages.next(key, after, limit);
  }
}
