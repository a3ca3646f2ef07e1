package io.restante.queue;

import io.restante.access.Caller;
import io.restante.error.RestanteException;
import jakarta.ejb.Local;
import java.util.List;

/**
 * Work queues for applications on the same server.
 *
 * <p>Every call joins the caller's JTA transaction, and holds when that commits; without one it
 * runs in its own. It locks the queue's counters until the transaction ends, so keep such
 * transactions short, and touch several queues in ascending order of creation. All calls block. A
 * refusal is a {@link RestanteException} with its code; it marks the transaction for rollback.
 *
 * <p>Every call may be refused with NOT_FOUND or FORBIDDEN, and with RATE_LIMITED if that happens
 * too often; with VALIDATION_FAILED; with RECOVERY_REQUIRED, while the queue has to be repaired;
 * with UNAVAILABLE if the database does not take it, and without a transaction of the caller's with
 * UNKNOWN_OUTCOME.
 *
 * <p>The caller's grants are checked as they are over REST: {@code queue:enqueue} and {@code
 * queue:consume}. Requirement 001, REQ-MSG-001 and REQ-MSG-005.
 */
@Local
public interface Queues {
  /**
   * Sends a message. Not safe to repeat by itself: the second time its id is taken.
   *
   * @throws RestanteException CONFLICT if the queue knows the id, in any state and with any
   *     content; RESOURCE_EXHAUSTED if the queue is full
   */
  EnqueueReceipt enqueue(Caller caller, OutgoingMessage message);

  /**
   * Leases messages. In a transaction that is rolled back they were never handed out. With a {@code
   * requestId} it is safe to repeat: while the deliveries hold, they are given again.
   *
   * @return none if there is nothing to hand out now
   * @throws RestanteException DISPATCH_PAUSED if the queue is paused; of a repeated {@code
   *     requestId} STALE_LEASE or LEASE_EXPIRED if a delivery does not hold any more,
   *     STORAGE_DAMAGED if its body does not open, CONFLICT if the request was another one
   */
  List<Delivery> receive(Caller caller, QueueAddress queue, ReceiveRequest request);

  /**
   * Settles one delivery, together with the caller's own effects. Not safe to repeat: the second
   * time it is STALE_LEASE, except for RENEW.
   *
   * @return the state that the message is in then
   * @throws RestanteException TOKEN_INVALID, STALE_LEASE or LEASE_EXPIRED; nothing is changed
   */
  MessageState settle(
      Caller caller, QueueAddress queue, Settlement settlement, DeliverySettlement delivery);
}
