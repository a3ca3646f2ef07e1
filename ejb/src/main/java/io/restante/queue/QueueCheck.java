package io.restante.queue;

import io.restante.database.TransactionRetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares queues one after the other, each by a statement of its own, and stops after 100 of them
 * or about 200,000 rows, whichever comes first. Blocks; repeatable; several at once find the same.
 */
@ApplicationScoped
public class QueueCheck {
  private static final int MOST_QUEUES = 100;
  private static final long MOST_ROWS = 200_000;

  @Inject private QueueCheckService service;
  @Inject private TransactionRetry retry;

  /**
   * What a part of a check found.
   *
   * @param checked how many queues
   * @param found those that take no writes until they are repaired, and those that miss bodies
   * @param position where the next part begins
   * @param hasMore whether there may be a next part
   */
  public record Part(long checked, List<QueueCount> found, long position, boolean hasMore) {}

  /**
   * @param domain only queues of this domain, or null for all
   * @param after the position of the part before, or 0
   */
  public Part run(String domain, NameRange names, long after) {
    List<Long> ids = service.next(domain, names, after, MOST_QUEUES);
    List<QueueCount> found = new ArrayList<>();
    long position = after;
    long checked = 0;
    long rows = 0;
    for (long id : ids) {
      if (rows >= MOST_ROWS) {
        return new Part(checked, found, position, true);
      }
      Optional<QueueCount> count = service.compare(id);
      rows += count.map(QueueCount::rowsRead).orElse(0L);
      count
          .flatMap(first -> first.isDrifted() ? confirmed(id) : count)
          .filter(each -> each.isDrifted() || each.missingBodies() > 0)
          .ifPresent(found::add);
      position = id;
      checked++;
    }
    return new Part(checked, found, position, ids.size() == MOST_QUEUES);
  }

  private Optional<QueueCount> confirmed(long id) {
    return retry.call(() -> service.confirm(id));
  }
}
