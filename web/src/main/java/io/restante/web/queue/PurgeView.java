package io.restante.web.queue;

import io.restante.queue.MessageAdministration;
import java.time.Instant;

/**
 * What a purge did.
 *
 * @param before the cut: not later than when it began
 * @param leased messages that were sent by the cut and stay, since somebody has them
 * @param parked those that stay since they ran out of attempts
 * @param hasMore whether it is to be repeated for the rest
 */
public record PurgeView(Instant before, long purged, long leased, long parked, boolean hasMore) {
  static PurgeView of(MessageAdministration.Purged purged) {
    return new PurgeView(
        purged.before(), purged.purged(), purged.leased(), purged.parked(), purged.hasMore());
  }
}
