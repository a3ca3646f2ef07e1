package io.restante.queue;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.restante.error.NotFoundException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;

/**
 * Finds queues, and remembers for two seconds what does not change with their messages. The id of a
 * queue never changes; that of one which was deleted meanwhile harms nothing: its row is not there
 * to be locked, and the caller is told that there is no such queue.
 */
@ApplicationScoped
class QueueDirectory {
  private static final int MOST = 100_000;
  private static final Duration MEMORY = Duration.ofSeconds(2);

  @Inject private QueueReader reader;

  private final Cache<QueueAddress, QueueEntry> entries =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(MEMORY).build();

  /**
   * @throws NotFoundException if there is no such queue
   */
  QueueEntry require(QueueAddress address) {
    QueueEntry known = entries.getIfPresent(address);
    if (known != null) {
      return known;
    }
    QueueEntry found = reader.find(address).orElseThrow(NotFoundException::new);
    entries.put(address, found);
    return found;
  }

  /** It was made or deleted. */
  void forget(QueueAddress address) {
    entries.invalidate(address);
  }
}
