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
   * @param nextDue when there may be something without anybody doing anything, for a caller that
   *     waits; null for never, or if it got something
   * @param putOff whether it got nothing only because of what others got in the transaction: it is
   *     to be sent again
   */
  record Received(List<Leased> leased, Instant nextDue, boolean putOff) {
    private static final Received PUT_OFF = new Received(List.of(), null, true);
  }

  @Override
  public Phase phase() {
    return Phase.RECEIVE;
  }

  @Override
  public Collection<QueueEntry> queues() {
    return List.of(queue);
  }

  /** What it has read is bounded for the transaction, by {@link MessageBodies}. */
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
    if (receipt().flatMap(ledger::receipt).isEmpty()) {
      ledger.find(queue).ifPresent(open -> open.expect(request));
    }
  }

  @Override
  public Received decide(QueueLedger ledger) {
    OpenQueue open = ledger.queue(queue);
    open.begin(request);
    Optional<QueueReceipt> earlier = receipt().flatMap(ledger::receipt);
    Handout.Page page =
        earlier.isPresent()
            ? open.again(deliveries(earlier.get()))
            : ledger.decide(() -> open.receive(principalId, request));
    if (page.putOff()) {
      return Received.PUT_OFF;
    }
    if (page.leased().isEmpty()) {
      return new Received(List.of(), waits ? next(open, page) : null, false);
    }
    if (earlier.isEmpty()) {
      receipt()
          .map(key -> new QueueReceipt(key, fingerprint(), page.leased(), open.now()))
          .ifPresent(ledger::keep);
    }
    return new Received(page.leased(), null, false);
  }

  private static Instant next(OpenQueue open, Handout.Page page) {
    return page.unfinished() ? open.now() : open.nextDue().orElse(null);
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
