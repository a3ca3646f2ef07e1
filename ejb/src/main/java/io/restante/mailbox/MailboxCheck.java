package io.restante.mailbox;

import io.restante.database.TransactionRetry;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Compares mailboxes one after the other, each by a statement of its own, and stops after 100 of
 * them or about 200,000 rows, whichever comes first. Blocks; repeatable; several at once find the
 * same.
 */
@ApplicationScoped
public class MailboxCheck {
  private static final int MOST_MAILBOXES = 100;
  private static final long MOST_ROWS = 200_000;

  @Inject private MailboxCheckService service;
  @Inject private TransactionRetry retry;

  /**
   * What a part of a check found.
   *
   * @param checked how many mailboxes
   * @param drifted those that take no writes until they are repaired
   * @param position where the next part begins
   * @param hasMore whether there may be a next part
   */
  public record Part(long checked, List<MailboxCount> drifted, long position, boolean hasMore) {}

  /**
   * @param domain only mailboxes of this domain, or null for all
   * @param after the position of the part before, or 0
   */
  public Part run(String domain, MailboxPattern pattern, long after) {
    List<Long> ids = service.next(domain, pattern, after, MOST_MAILBOXES);
    List<MailboxCount> drifted = new ArrayList<>();
    long position = after;
    long checked = 0;
    long rows = 0;
    for (long id : ids) {
      if (rows >= MOST_ROWS) {
        return new Part(checked, drifted, position, true);
      }
      Optional<MailboxCount> count = service.compare(id);
      rows += count.map(MailboxCount::rowsRead).orElse(0L);
      count
          .filter(MailboxCount::isDrifted)
          .flatMap(suspect -> retry.call(() -> service.confirm(id)))
          .filter(MailboxCount::isDrifted)
          .ifPresent(drifted::add);
      position = id;
      checked++;
    }
    return new Part(checked, drifted, position, ids.size() == MOST_MAILBOXES);
  }
}
