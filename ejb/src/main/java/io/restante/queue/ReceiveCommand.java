package io.restante.queue;

import io.restante.error.ErrorCode;
import io.restante.error.RestanteException;
import io.restante.pipeline.RequestSize;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Leases messages of one queue, or gives again what the same request got.
 *
 * @param waits whether its caller waits if there is none
 */
record ReceiveCommand(QueueEntry queue, String principalId, ReceiveRequest request, boolean waits)
    implements QueueCommand<ReceiveCommand.Received> {

  /**
   * What it got.
   *
   * @param nextDue when something may become ready by itself, for a caller that waits; null for
   *     never, or if it got something
   */
  record Received(List<Leased> leased, Instant nextDue) {}

  @Override
  public Phase phase() {
    return Phase.RECEIVE;
  }

  @Override
  public Collection<QueueEntry> queues() {
    return List.of(queue);
  }

  @Override
  public RequestSize size() {
    return new RequestSize(request.maxMessages(), 0);
  }

  @Override
  public Optional<QueueReceipt.Key> receipt() {
    return Optional.ofNullable(request.requestId())
        .map(id -> new QueueReceipt.Key(queue.id(), principalId, id));
  }

  @Override
  public void announce(QueueLedger ledger) {
    ledger.find(queue).ifPresent(open -> open.expect(request.maxMessages()));
  }

  @Override
  public Received decide(QueueLedger ledger) {
    OpenQueue open = ledger.queue(queue);
    Optional<QueueReceipt> earlier = receipt().flatMap(ledger::receipt);
    if (earlier.isPresent()) {
      return new Received(open.again(deliveries(earlier.get())), null);
    }
    List<Leased> leased = ledger.decide(() -> open.receive(principalId, request));
    if (leased.isEmpty()) {
      return new Received(leased, waits ? open.nextDue().orElse(null) : null);
    }
    receipt()
        .map(key -> new QueueReceipt(key, fingerprint(), leased, open.now()))
        .ifPresent(ledger::keep);
    return new Received(leased, null);
  }

  private List<DeliveryTokens.Claim> deliveries(QueueReceipt receipt) {
    if (!receipt.isOf(fingerprint())) {
      throw new RestanteException(
          ErrorCode.CONFLICT, "This requestId was used for another request.");
    }
    return receipt.deliveries();
  }

  private byte[] fingerprint() {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(
              ByteBuffer.allocate(Integer.BYTES + Integer.BYTES + Long.BYTES)
                  .putInt(request.maxMessages())
                  .putInt(request.maxBytes())
                  .putLong(request.lease().toMillis())
                  .array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
