package io.restante.web.queue;

import io.restante.error.ValidationFailedException;
import io.restante.pipeline.Decision;
import io.restante.queue.DeliverySettlement;
import io.restante.queue.ReceiveRequest;
import io.restante.queue.Settlement;
import io.restante.web.request.Items;
import java.time.Duration;
import java.util.List;

/** Deliveries to settle, 1 to 100, each decided by itself. */
public record SettleRequest(List<Item> items) {
  /**
   * One of them.
   *
   * @param leaseSeconds only where the lease is renewed
   * @param reason only where the attempt failed
   */
  public record Item(String token, Integer leaseSeconds, String reason) {
    private DeliverySettlement toDelivery(Settlement settlement) {
      if (leaseSeconds != null && settlement != Settlement.RENEW) {
        throw new ValidationFailedException("leaseSeconds", "must be absent here");
      }
      if (reason != null && settlement != Settlement.NACK) {
        throw new ValidationFailedException("reason", "must be absent here");
      }
      return new DeliverySettlement(
          token,
          leaseSeconds == null ? ReceiveRequest.DEFAULT_LEASE : Duration.ofSeconds(leaseSeconds),
          reason);
    }
  }

  List<Decision<DeliverySettlement>> toDeliveries(Settlement settlement) {
    return Items.require(items).stream()
        .map(item -> Decision.from(() -> item.toDelivery(settlement)))
        .toList();
  }
}
